// Messages as people write them to a coding agent, and the notes of a project and of its user. Which note a message wants was decided by
// hand, as was the split: the constants of the ranking were chosen on the first half only.
import type { NoteInfo } from "../src/model/note.ts"
import type { ScopeName } from "../src/model/scope.ts"

export interface Asked {
  readonly text: string
  /** Paths of the notes that would help; none: nothing should be said. */
  readonly wants: readonly string[]
}

const PROJECT = [
  ["reference/websocket-gateway.md", "How the WebSocket gateway keeps connections alive and when it drops them"],
  ["facts/decision-postgres-migrations-sqitch.md", "Database migrations go through sqitch, never by hand"],
  [
    "facts/decision-retry-upload-client.md",
    "The upload client retries three times with jitter, because S3 throttles bursts",
  ],
  ["facts/reference-staging-host.md", "Staging runs at https://staging.example.test behind the VPN"],
  ["facts/project-monorepo-pnpm.md", "The monorepo is managed with pnpm workspaces and turborepo"],
  ["facts/decision-invoice-rounding.md", "Invoice totals are rounded half to even per line, not on the sum"],
  ["facts/project-feature-flags.md", "Feature flags live in LaunchDarkly and are mirrored into flags.yaml at deploy"],
  ["reference/oauth-login.md", "OAuth login flow: PKCE, refresh token rotation, cookie names"],
  ["facts/decision-zod-boundaries.md", "Input is validated with zod at the HTTP boundary only"],
  ["facts/reference-grafana-latency.md", "Latency dashboards are in Grafana under Checkout / p99"],
  ["facts/decision-no-orm.md", "No ORM: queries are written in SQL in src/db/queries.ts"],
  ["facts/project-node-version.md", "CI runs on Node 22.16, older ones lack FTS5"],
  ["facts/decision-utc-timestamps.md", "Timestamps are stored in UTC and shown in the browser's time zone"],
  ["reference/release-process.md", "Release process: tag, changelog, npm publish from the main branch"],
  ["facts/decision-redis-sessions.md", "Sessions are kept in Redis with a sliding expiry of 30 minutes"],
  ["facts/project-e2e-playwright.md", "End-to-end tests use Playwright against docker compose, port 4173"],
  ["reference/search-index.md", "How the Elasticsearch product index is rebuilt without downtime"],
  ["facts/reference-sentry-project.md", "Crashes of the mobile app are reported to Sentry project checkout-mobile"],
  ["facts/decision-css-modules.md", "Styles are CSS modules; Tailwind was tried and dropped"],
  ["facts/decision-parse-note-path.md", "parseNotePath refuses hidden files, so dotfiles cannot be notes"],
  ["facts/reference-license-check.md", "The licence check fails on AGPL packages, allowlist in scripts/licences.json"],
  ["facts/decision-kafka-partitions.md", "Order events use the customer id as Kafka partition key"],
  ["facts/project-flaky-scheduler.md", "SchedulerClock tests are flaky on macOS because of timer coalescing"],
  ["facts/decision-graphql-persisted.md", "Only persisted GraphQL queries are accepted in production"],
  ["facts/reference-terraform-state.md", "Terraform state is in the infra-state bucket, one workspace per region"],
  [
    "facts/decision-error-envelope.md",
    "API errors use the envelope {code, message, hint}; ERR_QUOTA_EXCEEDED maps to 429",
  ],
  ["reference/payments-stripe.md", "Stripe webhooks: signature check, idempotency keys, replay from the dashboard"],
  ["facts/project-i18n-crowdin.md", "Translations come from Crowdin every night, do not edit locales/*.json"],
  ["facts/decision-image-pipeline.md", "Thumbnails are made by sharp in a worker, AVIF first"],
  ["facts/reference-oncall-rota.md", "The on-call rota and escalation numbers are in PagerDuty"],
  ["facts/decision-deploy-canary.md", "部署前必须先在预发环境跑数据库迁移"],
  ["facts/project-cache-invalidate.md", "キャッシュの無効化はデプロイ時に手動で行う"],
] as const

const GLOBAL = [
  ["facts/user-tabs-german.md", "The user speaks German and wants answers in English"],
  ["facts/feedback-small-commits.md", "Commits should be small, with the reason in the body"],
  ["facts/feedback-no-emoji.md", "No emoji in documentation or commit messages"],
  ["facts/user-keyboard-vim.md", "The user works in Neovim with a Dvorak layout"],
  ["facts/feedback-tests-first.md", "A bug gets a failing test before it is fixed"],
  ["facts/reference-dotfiles.md", "The user's dotfiles are managed with chezmoi"],
  ["facts/feedback-ask-before-dependencies.md", "Ask before adding a dependency"],
  ["facts/user-windows-laptop.md", "The user's second machine is a Windows laptop with WSL"],
] as const

export const NOTES: readonly NoteInfo[] = [
  ...PROJECT.map(([path, description]) => noteOf("project", path, description)),
  ...GLOBAL.map(([path, description]) => noteOf("global", path, description)),
]

export const FIRST_HALF: readonly Asked[] = [
  asked("why does the websocket reconnect every minute?", "reference/websocket-gateway.md"),
  asked(
    "add a column `archived_at` to the orders table, with a database migration",
    "facts/decision-postgres-migrations-sqitch.md",
  ),
  asked("the upload to S3 fails sometimes, can we retry it?", "facts/decision-retry-upload-client.md"),
  asked("how do I reach staging?", "facts/reference-staging-host.md"),
  asked(
    "invoice total is one cent off from the sum of its lines, look into rounding",
    "facts/decision-invoice-rounding.md",
  ),
  asked("put the new checkout behind a feature flag", "facts/project-feature-flags.md"),
  asked("users are logged out after the OAuth refresh token expires", "reference/oauth-login.md"),
  asked("where can I see the p99 latency of checkout in grafana", "facts/reference-grafana-latency.md"),
  asked("I'd like to introduce prisma as an ORM, what do you think?", "facts/decision-no-orm.md"),
  asked("SchedulerClock test fails on my mac again", "facts/project-flaky-scheduler.md"),
  asked("what does ERR_QUOTA_EXCEEDED map to?", "facts/decision-error-envelope.md"),
  asked("the Stripe webhook is delivered twice, make the handler idempotent", "reference/payments-stripe.md"),
  asked("can you bump the terraform provider in the eu region", "facts/reference-terraform-state.md"),
  asked("parseNotePath throws for .env.md, is that intended?", "facts/decision-parse-note-path.md"),
  asked("数据库迁移应该在部署之前还是之后跑？", "facts/decision-deploy-canary.md"),
  asked("ok, go on"),
  asked("fix the failing test"),
  asked("thanks, looks good!"),
  asked("yes please"),
  asked("can you explain what this function does?"),
  asked("run the tests again and show me the output"),
  asked("hmm, that did not work. try something else"),
  asked("write a README section about installation"),
  asked("rename the variable `foo` to `bar` everywhere"),
  asked("what's the weather like today?"),
  asked("please add a new button to the settings page"),
  asked("refactor this file, it is too long"),
  asked("继续"),
  asked("why is the build so slow?"),
  asked(
    "I get this:\n```\nTypeError: Cannot read properties of undefined (reading 'length')\n    at Object.<anonymous> (/app/src/util/list.ts:12:7)\n    at Module._compile (node:internal/modules/cjs/loader:1256:14)\n    at async main (/app/src/index.ts:3:1)\n```\nany idea?",
  ),
]

export const SECOND_HALF: readonly Asked[] = [
  asked("install lodash in the web package of the monorepo, we use pnpm right?", "facts/project-monorepo-pnpm.md"),
  asked("validate the request body of POST /orders with zod", "facts/decision-zod-boundaries.md"),
  asked("move queries.ts out of src/db", "facts/decision-no-orm.md"),
  asked("which node version does CI use?", "facts/project-node-version.md"),
  asked("the timestamps in the report are two hours off for users in Berlin", "facts/decision-utc-timestamps.md"),
  asked("let's cut a release and publish it to npm", "reference/release-process.md"),
  asked("redis memory grows, do sessions ever expire?", "facts/decision-redis-sessions.md"),
  asked("playwright can't connect to port 4173", "facts/project-e2e-playwright.md"),
  asked("reindex the products in elasticsearch, the mapping changed", "reference/search-index.md"),
  asked("could we use tailwind for the new landing page?", "facts/decision-css-modules.md"),
  asked("a kafka consumer sees order events out of order for one customer", "facts/decision-kafka-partitions.md"),
  asked("the German translation of the checkout button is wrong, fix locales/de.json", "facts/project-i18n-crowdin.md"),
  asked("thumbnails come out rotated after the sharp upgrade", "facts/decision-image-pipeline.md"),
  asked("the licence check complains about a transitive AGPL package", "facts/reference-license-check.md"),
  asked("キャッシュの無効化はどこで行われますか", "facts/project-cache-invalidate.md"),
  asked("continue"),
  asked("great, now do the same for the other file"),
  asked("no, undo that change"),
  asked("what do you think about this approach?"),
  asked("let's start with the first item on the list"),
  asked("there is a typo in line 12"),
  asked("add a comment that explains why we need this"),
  asked("how many files did you change?"),
  asked("make the code simpler and remove what is not used"),
  asked("can you check whether it compiles now"),
  asked("good morning! where did we stop yesterday?"),
  asked("merge main into my branch and resolve the conflicts"),
  asked("ありがとう、続けてください"),
  asked("use a map instead of the switch statement"),
  asked(
    "2026-11-02T10:11:12Z ERROR request failed status=500 path=/health duration=12ms\n2026-11-02T10:11:13Z INFO worker started pid=4711\n2026-11-02T10:11:14Z WARN queue depth 120\n\nwhat happened here?",
  ),
]

function asked(text: string, ...wants: string[]): Asked {
  return { text, wants }
}

export function noteOf(scope: ScopeName, path: string, description: string): NoteInfo {
  return {
    scope,
    path,
    description,
    limit: 5000,
    chars: 300,
    hot: false,
    readonly: false,
    quarantined: false,
    hash: `${path} ${description}`,
  }
}
