// English. "Remember to …" is a todo, "remember when …" a story, "remember me" a checkbox, "save this file" a command.
import { languageTable } from "./language.ts"

export const ENGLISH = languageTable(`
keep: remember, rmbr, memorize, memorise, keep [it] in mind, bear [it] in mind, have in mind, do not forget, don't forget, dont forget, do not ever forget, don't ever forget, never forget, let's not forget, note to self, commit [it] to [your] memory, add [it] to [your] memory, save [it] to [your] memory, save [it] in [your] memory, put [it] in [your] memory, record [it] in [your] memory, save [it] for later, note [it] down, write [it] down, jot [it] down, rmb
keepIfStated: store [it] in [your] memory, keep [it] in your memory, keep [it] in memory, update memory, update your memory, update my memory, update your long-term memory, memo, memo to self, make a note, make a note of, make a mental note, take a note, take note, take note of, for next time, for the next time, for later, for future reference, for future sessions, for the record, save this, save that, reminder, new rule, house rule, for the next session, for the next sessions
intro: remember, learn, memory, memorize, note, notes, later, future, next time, rule, know, store, save, record, reminder, forget, mind, heads up, pin, bookmark, stash, takeaway, sessions
address: important, again, once, known, ask, lose, tell, told, said, info, tip, lesson, convention, policy, preference, attention, clear, i, i'm, i'll, we, we're, you, you'll, your, our, my, me, us, this, that, it, ps
hint: whenever you, every time you, each time you, your memory, long-term memory, claude memory, memory for future, for next time, next time you, next session, next sessions, future sessions, future reference, worth remembering, should be remembered, this remembered, that remembered, must be remembered, don't lose this, for good measure remember, in the future, in future, from today, as of today, from this point on, as a rule, once and for all, forever, permanently, so you know, you should know, you need to know, want you to know, good to know, be aware, be advised, for your information, fyi, heads up, worth knowing, worth noting, lesson learned, lessons learned, be known, your notes, your head, your mind, your brain, your knowledge, your records, a mental note, keep a note, keep a record, ask me again, ask again, tell you again, make it a rule, make it a habit, the habit of, by heart, to heart, for posterity, set in stone, repeat myself, say it again, say this again, say that again, explain again, explain this again, want to repeat, need to repeat, a keeper, ground rule, ground rules, house rules, house style, our convention, our policy, our rule, our standard, around here we, next time, hang on to, hang onto, hold on to, hold onto, stay that way, here to stay, not just for, not only for, same page, now and forever, kept in mind, should remember, mind remembering, if you remembered, if you could remember
put: keep*, store, save, log, note*, write, jot, record, put, add, hold, park, stash, learn*, know, mark, file, tuck, pin, bookmark, lock, burn, engrave, etch, tattoo, hammer, drill, stick
where: that in memory, this in memory, mind, head, brain, future, later sessions, next time, next session, next sessions, other sessions, tomorrow, permanent*, forever, long term, lesson learned, lessons learned, for good, by heart, to heart, posterity, this away, that away, into your, in your
again: again, ever
refuse: not worth remembering, nothing to remember, not to be remembered, without saving it to memory
not: do not, don't, dont, never, must not, mustn't, should not, shouldn't, need not, needn't, do not need to, don't need to, do not have to, don't have to, dont need to, dont have to, no need to, no need for you to, there's no need to, there is no need to, do not ever, don't ever, i do not want you to, i don't want you to, please don't
forget: forget, unremember, stop remembering, delete from [your] memory, remove from [your] memory, erase from [your] memory
about: about, everything about, what i said about, what i told you about, the fact that, the rule that, the rule about, the note about, my preference for
erase: delete, scratch, remove, erase, drop, forget, clear, wipe, discard, purge, get rid of, throw out, throw away
noted: [your] memory about, [your] memory of, [your] memory that, [your] note about, [your] note on, [your] note that, [your] notes about, [your] notes on, [your] entry about, [your] entry on, [your] fact about, [your] fact that, what i told you about, what i said about, what you know about, everything you know about, all you know about, anything you know about, what you remember about, everything you remember about
fromMemory: from memory, from your memory, from the memory, from your notes, from your long-term memory, from the notes, from your head
it: this, that, it, these, those, the following, the following rules, this one, all of this, all this, these rules, these facts, these points, this rule, this fact, of this, of that, of it, of the following
your: your, the, my, our, long-term, project, persistent, global, your long-term, the project, any, all, that
that: that
lead: please, pls, yo, plz, kindly, also, and, but, so, oh, ok, okay, btw, hey, hi, yes, yeah, well, now, just, always, important, fyi, note, again, finally, great, one more thing, by the way, before i forget, then, lets, let's, you should, you must, you need to, you have to, we should, we must, we need to, i want you to, i need you to, i need u to, u should, i would like you to, i'd like you to, make sure you, make sure to, make sure, be sure to, can you, could you, can u, could u, would you, will you, can we, you can, you may, try to, and also, do, please do
between: please, for all future sessions, across sessions, across all sessions, for all sessions, pls, for me, for us, about me, about us, about this project, for next time, for the next time, for later, for good, for future sessions, for the next sessions, for the next session, for the future, in the future, too, as well, permanently, forever, always, also, down, in your memory, to memory, guys, claude, rule, rules, fact, facts, point, points, thing, things, command, commands, one
asked: you, you'll, please, pls, sure to, things to, stuff to, points to, rules to, sure you, want to, need to, let's, lets
polite: can you, could you, can u, could u, would you, will you, can we, could we, would you mind
and: and, &, plus
tale: when, me, him, her, them, us, correctly, rightly, the last time, last time, the time, the first time, that time, that one time, back when, back in, last week, last year, the old days, seeing, reading, having, doing, being, talking, using, to have, what i just said, everything i said
which: what, how, why, who, whose, where, which, whether, if
because: so, because, cause, bc, otherwise, or else, thing about, thing we, thing i, thing with, stuff about, stuff we, one about, part about, bit about, discussion we, conversation we
todo: to
rule: always, never, every, each, whenever, any time, from now on, before any, only
subject: we, i, you, there, this is, that's, i'm, we're, never, always, not, no, don't, do not, use, only, all, every
says: is, are, isn't, aren't, was, has, have, uses, use, needs, need, must, should, can, can't, cannot, runs, run, takes, lives, goes, breaks, want, wants, means, =
thing: the, my, our, your, what, we, i, you, that, this, those, these, any
report: said, says, say, told, tells, wrote, writes, asked, asks, he, she, they, claims
if: if, unless, whether, when, maybe, perhaps, because, in case
doer: i, we, he, she, it, they, you, who, that, which, to, can, can't, cannot, could, couldn't, should, shouldn't, will, won't, would, wouldn't, must, may, might, does, doesn't, do, don't, did, didn't, not, never, still, a, an, the, my, your, our, me, us, him, them, users, user, app, page, form, cache, session, browser, agent, model, code, server, i'll, we'll, you'll, always
next: then, now, please, can you, could you, go ahead, let's, afterwards
standing: from now on, from now onwards, going forward, in future please, in the future please, in the future always, in the future never, in future always, from here on, from here on out, henceforth
others: it, he, she, they, there, this will, that will, the plan, with
prefer: i prefer, i always prefer, i generally prefer, i usually prefer, i really prefer, i strongly prefer, i much prefer, my preference is
choice: the way, how it was, the first, the second, the third, the last, the former, the latter, the other, the previous, first, second, option, approach, this, that one, these, those, it, yours, either, neither, both, your, a, b, c, 1, 2, 3, #1, #2
session: for now, in this session, for this session, this session, today, just this once, this once, this time, right now, for the moment, temporarily, for a moment, here only, until i say, in this pr, for this pr, in this branch, on this branch, in this commit, for this commit, in this ticket, for this ticket, in this issue, in this task, for this task
later: later, for later, next time, for next time, another time, tomorrow
`)
