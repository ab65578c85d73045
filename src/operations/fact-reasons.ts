// Outcomes and their reasons in words, for an agent and for a person.

const REASONS: Readonly<Record<string, string>> = {
  empty: "it says nothing",
  too_short: "it is too short to be understood alone",
  too_long: "it is longer than 260 characters; say it shorter and put the rest into why",
  progress_snapshot: "it reports progress, which holds only for now",
  raw_error: "it is an error message",
  stack_trace: "it is a stack trace",
  commit_or_ci_snapshot: "it tells of one commit or one run, which soon is history",
  path_heavy: "it is mostly paths",
  temporary_status: "it holds only for now",
  active_file_snapshot: "it tells which file was open",
  code_signature: "it is code, which the files say themselves",
  unresolved_question: "it is an open question",
  transient_bug_state: "it tells of a bug that is being worked on",
  deployment_snapshot: "it tells what is deployed now",
  in_instructions: "an instruction file of the project says so already",
  secret_only: "there is nothing in it but a secret",
  injection: "it is built like an attempt to take an agent over",
  deleted: "it was deleted from memory before; only the user can bring it back, by asking to remember it",
  by_person: "a person has refused it in a review",
  capacity: "the scope is full (5,000 facts)",
  unwritable: "it could not be written in three attempts",
  not_a_candidate: "the line has not the form of a candidate",
  invalid_memory_type: "there is no such type",
  invalid_memory_ref: "it names no fact, or more than one",
  empty_text: "it says nothing",
  negated_request: "it says what is not to be remembered",
  too_many: "the summary proposed too much at once",
  wrong_snapshot: "its marks are not those of the prompt that the summary answers",
  fact_changed: "the fact it refers to has changed since",
  fact_protected: "the fact it refers to is the user's, was confirmed or edited, and is not replaced by a machine",
  new: "nothing said so yet",
  newer_statement: "the user's newer statement holds",
  better_wording: "it says more than the fact it replaces",
  replaced: "a summary corrected the fact it replaces",
  exact: "a fact says the same word for word",
  identity: "a fact about the same thing says as much",
  reinforced: "a summary confirmed it",
  edited_by_hand: "a fact was made of it before, and a person has reworded that since",
  user_said: "the user said so",
  approved: "a person approved it in a review",
  own_work: "it is the agent's own finding",
  from_tool: "it comes from a tool",
  verbatim: "eight or more words stand word for word in what a tool, a file or a page said",
  unheard: "it is not known what the conversation held: OpenCode was started again since",
  read_web: "this turn has read the web",
  read_quarantined: "the conversation shows a quarantined note",
  instructs: "it tells an agent what to do, and no message of the user's says the same",
  claim_about_user: "it is about the user, and no message of the user's says so",
}

export function explainReason(reason: string): string {
  return REASONS[reason] ?? reason
}

/** Said wherever something was quarantined. */
export const QUARANTINED = "it enters no prompt until the user approves it: npx opencode-cairn review"
