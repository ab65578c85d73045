// Spanish, French, Portuguese and Italian. The imperative and the third person look alike, so the words before them decide.
import { languageTable } from "./language.ts"

export const SPANISH = languageTable(`
keep: recuerda, recuerde, recordá, recorda, recuerdes, recordar, acuérdate, acuérdate de, acuérdese, no olvides, no olvide, no te olvides, no te olvides de, no lo olvides, recuérdalo, memoriza, ten en cuenta, tenga en cuenta, ten presente, ten en mente, toma nota, toma nota de, guarda en tu memoria, guarda en la memoria, guarda [it] en tu memoria, añade [it] a la memoria, añade [it] a tu memoria, actualiza tu memoria, no se te olvide
keepIfStated: anota, apunta, guarda esto, guarda eso, para la próxima, para la próxima vez, para más tarde, nueva regla, recordatorio
intro: recordar, recordatorio, recuerde*, memor*, nota, anot*, apunt*, luego, futuro, próxima, regla*, saber, guard*, olvid*, sesion*
address: importante, aviso, ojo, norma*, convención, yo, tú, te, ti, tu, tus, nosotros, nuestr*, esto, eso, lo
hint: tu memoria, próxima vez, próxima sesión, próximas sesiones, futuras sesiones, vale la pena recordar, en el futuro, en lo sucesivo, nunca más, no vuelvas a, para que lo sepas, para que sepas, deberías saber, debes saber, bueno saber, de una vez por todas, para siempre, por norma, tus notas, grábate, en la cabeza, se te olvide, que quede claro, deja constancia, quédate con, registra que, nuestra norma, nuestra convención, por costumbre
put: guard*, anot*, apunt*, ten, tené, tenga*, graba*, registr*, record*, escrib*
where: memoria, mente, cabeza, futuro, próxima vez, próximas sesiones, otras sesiones, siguientes sesiones, mañana
refuse: no recuerdes, no lo recuerdes, nunca recuerdes, no guardes, no lo guardes, no anotes, no memorices, no hace falta que recuerdes, no tienes que recordar, no hace falta recordar
forget: olvida, olvide, olvídate, olvídate de, puedes olvidar, ya puedes olvidar, elimina de tu memoria, borra de tu memoria, borra el recuerdo sobre, borra el recuerdo de, elimina el recuerdo de
about: lo de, lo que dije sobre, lo que dije de, todo sobre, la regla de, sobre
erase: borra, elimina, quita, olvida
noted: la nota sobre, la nota de, lo que te dije sobre, lo que sabes sobre, lo que sabes de, todo lo que sabes sobre, todo lo que sabes de, el recuerdo sobre, el recuerdo de
fromMemory: de tu memoria, de la memoria
it: esto, eso, lo siguiente, estas reglas
that: que
lead: por favor, también, y, pero, ok, vale, bueno, ah, oye, además, importante, quiero que, debes, tienes que, puedes, podrías, puede, podría, usted, siempre, ahora, gracias, y también, luego, después
between: por favor, para la próxima, para la próxima vez, para más tarde, también, siempre, bien, usted, de
asked: por favor, debes, tienes que, quiero que
polite: puedes, podrías, puede, podría
and: y, e
tale: cuando, aquella vez, la vez, la última vez, me
which: cómo, como, qué, cuál, dónde, quién, por qué, si
because: para que, porque, así
subject: usamos, nosotros, yo, siempre, nunca, no, hay, solo
says: es, son, está, están, usa, usan, usamos, tiene, tienen, necesita, necesitan, debe, deben, hay, corre, vive
thing: el, la, los, las, lo, mi, mis, nuestro, nuestra, que, todo, esa, ese
report: dijo, dice, dijeron, escribió, él, ella, me pidió
if: si, cuando, quizás, tal vez, porque
doer: yo, él, ella, ellos, no, debe, puede, que, se, me, lo, la, el, para, de, app
next: luego, después, ahora, entonces, por favor, puedes
standing: a partir de ahora, de ahora en adelante, desde ahora, en adelante, de aquí en adelante
others: él, ella, ellos, esto, eso, funciona, funcionará, ya, está
prefer: prefiero, yo prefiero, siempre prefiero, mi preferencia es
choice: la primera, la segunda, la tercera, la última, la otra, el primero, el segundo, opción, esto, eso, este, esta, tu, a, b, c
session: por ahora, esta vez, hoy, en esta sesión, solo por hoy, de momento, temporalmente
later: más tarde, luego, después, para luego, la próxima, la próxima vez, mañana
`)

export const FRENCH = languageTable(`
keep: souviens-toi, souviens toi, souvenez-vous, rappelle-toi, rappelle toi, rappelez-vous, retiens, retenez, n'oublie pas, n'oublie jamais, n'oubliez pas, oublie pas, ne l'oublie pas, mémorise, mémorisez, garde en tête, garde à l'esprit, garde en mémoire, gardez à l'esprit, garde ça en tête, garde [it] en mémoire, mets en mémoire, ajoute [it] à ta mémoire, prends note, te souvenir, te rappeler, tu te souviennes, retenir, enregistre dans ta mémoire
keepIfStated: note bien, notez, mémo, pour la prochaine fois, pour plus tard, nouvelle règle, pour info, rappel, à retenir, sache
intro: reten*, retien*, rappel, rappeler, mémo*, note, notez, noter, plus tard, avenir, prochaine fois, règle*, savoir, garde*, oubli*, session*
address: important, info, attention, convention, je, tu, te, toi, ton, ta, tes, nous, notre, ça, ceci, cela
hint: ta mémoire, prochaine fois, prochaine session, prochaines sessions, futures sessions, bon à retenir, plus jamais, ne plus jamais, pour ton information, pour info, bon à savoir, tu dois savoir, sache que, une fois pour toutes, pour toujours, en règle générale, tes notes, en tête, à l'esprit, que ce soit clair, prends en compte, tiens compte, perds pas de vue, consigne que, enregistre que, inscris que, notre convention, notre règle, l'habitude
put: garde*, note*, enregistr*, mets, retien*, retenir, écri*, stocke*, sache*
where: mémoire, tête, esprit, avenir, plus tard, prochaine fois, prochaines sessions, autres sessions, demain
refuse: ne retiens pas, ne te souviens pas, ne note pas, ne garde pas, ne mémorise pas, n'enregistre pas, pas besoin de retenir, pas la peine de retenir, inutile de retenir, ne le retiens pas, n'ajoute pas [it] à ta mémoire
forget: oublie, oubliez, tu peux oublier, supprime de ta mémoire, efface de ta mémoire
about: ce que j'ai dit sur, ce que j'ai dit à propos de, ce que j'ai dit de, tout sur, la règle sur, l'histoire de, à propos de
erase: supprime, efface, enlève, oublie, retire
noted: la note sur, la note à propos de, ce que je t'ai dit sur, ce que tu sais sur, ce que tu sais de, tout ce que tu sais sur, tout ce que tu sais de
fromMemory: de ta mémoire, de la mémoire
it: ça, cela, ceci, ce qui suit, le, ces règles, la suite
that: que, qu'
lead: s'il te plaît, stp, svp, s'il vous plaît, aussi, et, mais, ok, bon, ah, au fait, alors, oui, merci, important, tu dois, il faut, je veux que, j'aimerais que, peux-tu, tu peux, pourrais-tu, pense à, également, surtout, et aussi, bien, puis, ensuite
between: s'il te plaît, stp, svp, bien, aussi, pour la prochaine fois, pour plus tard, toujours, de, du fait
asked: tu dois, s'il te plaît, stp, veux que tu
polite: peux-tu, tu peux, pourrais-tu, tu pourrais, pouvez-vous, pourriez-vous
and: et
tale: quand, de la fois, la fois, moi, lorsque
which: comment, où, pourquoi, quel, quelle, ce que, ce qui, qui, si
because: parce que, sinon, comme ça
subject: on, nous, je, j', tu, il y a, toujours, jamais, ne, pas de
says: est, sont, c'est, utilise, utilisons, a, ont, doit, doivent, faut, besoin, tourne, marche
thing: le, la, les, l', mon, ma, notre, ce, cette, que, tout
report: dit, a dit, disait, écrit, il a, elle a, il, elle
if: si, quand, peut-être, parce que
doer: je, il, elle, on, nous, ils, ne, se, doit, peut, qui, le, la, les, de, pour
next: puis, ensuite, maintenant, après, peux-tu, s'il te plaît
standing: à partir de maintenant, dorénavant, désormais, à l'avenir
others: il, elle, ça, ils, cela, marche, fonctionne
prefer: je préfère, ma préférence est, je préfère toujours
choice: la première, la deuxième, la seconde, le premier, le deuxième, option, celle, celui, ça, cette, l'autre, a, b, c
session: pour l'instant, pour le moment, cette fois, aujourd'hui, dans cette session, pour cette session, temporairement
later: plus tard, la prochaine fois, demain
`)

export const PORTUGUESE = languageTable(`
keep: lembre, lembre-se, lembre-se de, lembra, lembra-te, lembra-te de, lembrem, lembrar, não esqueça, não se esqueça, não se esqueça de, não esquece, não esqueças, não te esqueças, nunca esqueça, memorize, memoriza, tenha em mente, tem em mente, tenha em conta, leve em conta, guarde na memória, guarda na memória, guarda [it] na memória, adicione [it] à memória, adiciona [it] à memória, salva [it] na memória, salve [it] na memória, atualize sua memória, anota aí, anote aí, toma nota, tome nota
keepIfStated: anota, anote, anotar, memorando, para a próxima, para a próxima vez, pra próxima, para depois, nova regra, lembrete, guarda isso, guarda isto, guarde
intro: lembre*, lembrar, memóri*, memori*, nota, anot*, regist*, depois, futuro, próxima, regra*, saber, guard*, esque*, sessões, sessão
address: importante, aviso, atenção, norma, convenção, eu, você, te, seu, sua, nós, nosso, nossa, isto, isso
hint: sua memória, tua memória, próxima vez, próxima sessão, próximas sessões, sessões futuras, vale lembrar, no futuro, daqui para a frente, nunca mais, sempre que você, para sua informação, só para você saber, fique sabendo, bom saber, de uma vez por todas, para sempre, via de regra, suas notas, grava aí, registra aí, na cabeça, em consideração, fica sabendo, fique claro, não vai esquecer, nossa convenção, nossa regra, o hábito
put: guard*, anot*, salv*, lembr*, regist*, põe, coloca*, mant*, deix*
where: memória, mente, cabeça, futuro, próxima vez, próximas sessões, outras sessões, amanhã
refuse: não lembre, não se lembre, não guarde, não guarda, não anote, não anota, não memorize, não salve, não salva, não precisa lembrar, não precisa guardar, não precisa se lembrar, não é preciso lembrar
forget: esqueça, esquece, esqueça-se, pode esquecer, apaga da tua memória, apague da sua memória, apague da memória, remova da memória, remova da sua memória
about: o que eu disse sobre, o que disse sobre, aquilo sobre, aquilo que eu disse sobre, tudo sobre, a regra de, a história de, sobre, isso de
erase: apaga, apague, remova, remove, exclua, esqueça
noted: a nota sobre, a anotação sobre, o que eu disse sobre, o que você sabe sobre, tudo que você sabe sobre, tudo o que sabes sobre
fromMemory: da sua memória, da tua memória, da memória
it: isso, isto, o seguinte, aquilo, estas regras, essas regras
that: que, de que
lead: por favor, pfv, também, e, mas, ok, bom, ah, olha, aliás, além disso, importante, quero que você, você deve, você precisa, precisa, pode, você pode, poderia, você poderia, sempre, agora, obrigado, valeu, e também, depois
between: por favor, pfv, aí, para a próxima, para depois, também, sempre, bem, de
asked: você deve, por favor, você precisa, quero que você
polite: pode, você pode, poderia, você poderia, consegue
and: e
tale: quando, daquela vez, da vez, me, do dia
which: como, qual, onde, quem, por que, o que, se
because: para que, porque, senão, assim
subject: usamos, nós, a gente, eu, sempre, nunca, não, há, só
says: é, são, está, estão, usa, usam, usamos, tem, têm, precisa, precisam, deve, devem, fica, ficam, roda, sai
thing: o, a, os, as, meu, minha, nosso, nossa, que, tudo, aquela, aquele, isso de
report: disse, diz, disseram, escreveu, ele, ela, pediu
if: se, quando, talvez, porque
doer: eu, ele, ela, eles, não, deve, pode, que, se, o, a, de, para
next: depois, agora, então, aí, por favor, você pode
standing: a partir de agora, de agora em diante, daqui em diante, daqui pra frente, daqui para frente, doravante
others: ele, ela, eles, isso, funciona, vai funcionar, já
prefer: prefiro, eu prefiro, sempre prefiro, minha preferência é
choice: a primeira, a segunda, a terceira, a última, a outra, o primeiro, o segundo, opção, isso, este, esta, essa, a sua, sua
session: por enquanto, desta vez, dessa vez, hoje, só hoje, nesta sessão, nessa sessão, por agora, temporariamente
later: mais tarde, depois, para depois, a próxima, a próxima vez, amanhã
`)

export const ITALIAN = languageTable(`
keep: ricorda, ricordati, ricordati di, ricordate, ricordatevi, si ricordi, ricordi bene, ricordare, ricordarti, non dimenticare, non dimenticarti, non dimenticate, non scordare, non scordarti, mai dimenticare, memorizza, memorizzare, tieni a mente, tieni presente, tenere a mente, tieni conto, tienilo a mente, metti in memoria, salva in memoria, salva [it] in memoria, salva [it] nella tua memoria, aggiungi [it] alla memoria, aggiungi [it] alla tua memoria, aggiorna la tua memoria, prendi nota, segnati, segnatelo
keepIfStated: annota, appunta, promemoria, per la prossima volta, per dopo, per il futuro, nuova regola, segna
intro: ricorda*, memori*, nota, annot*, segn*, dopo, futuro, prossima, regola, regole, sapere, salva*, dimentic*, scord*, session*
address: importante, avviso, attenzione, convenzione, io, tu, ti, tuo, tua, noi, nostro, nostra, questo, questa
hint: tua memoria, prossima volta, prossima sessione, prossime sessioni, sessioni future, da ricordare, in futuro, per il futuro, mai più, per tua informazione, per tua info, sappi che, devi sapere, buono a sapersi, una volta per tutte, per sempre, di regola, tuoi appunti, tue note, in testa, prendi nota, tieni conto, non ti scordare, che sia chiaro, considera che, fissati, la nostra convenzione, la nostra regola, l'abitudine
put: tien*, tenere, tenete, salv*, annot*, segn*, scriv*, metti*, memorizz*
where: memoria, mente, testa, futuro, prossima volta, prossime sessioni, altre sessioni, domani
refuse: non ricordare, non ricordarti, non ricordarlo, non memorizzare, non salvare, non salvarlo, non annotare, non serve ricordare, non c'è bisogno di ricordare, non devi ricordare, non serve che ricordi
forget: dimentica, dimenticati, dimenticati di, scorda, scordati, puoi dimenticare, cancella dalla tua memoria, cancella dalla memoria, elimina dalla memoria, rimuovi dalla memoria
about: quello che ho detto su, quello che ho detto sulla, quello che ho detto del, ciò che ho detto su, tutto su, la regola su, la regola del, la storia di
erase: cancella, elimina, rimuovi, togli, dimentica
noted: la nota su, la nota sul, la nota sulla, quello che sai su, quello che ti ho detto su, tutto quello che sai su
fromMemory: dalla tua memoria, dalla memoria
it: questo, quello, ciò, quanto segue, lo, queste regole, questa cosa, questa regola
that: che
lead: per favore, perfavore, anche, e, ma, ok, bene, ah, senti, inoltre, importante, voglio che, vorrei che tu, devi, dovresti, puoi, potresti, bisogna, sempre, adesso, grazie, a proposito, comunque, poi, dopo
between: per favore, bene, anche, per la prossima volta, per dopo, sempre, di, del fatto
asked: devi, per favore, voglio che tu
polite: puoi, potresti, può, potrebbe
and: e, ed
tale: quando, quella volta, la volta, mi
which: come, quale, dove, chi, perché, cosa, quello che, se
because: perché, così, altrimenti, sennò
subject: usiamo, noi, io, sempre, mai, non, c'è, solo
says: è, sono, usa, usano, usiamo, ha, hanno, serve, servono, deve, devono, gira, parte, sta, stanno
thing: il, lo, la, i, gli, le, l', mio, mia, nostro, che, tutto, quella, quel, ciò
report: ha detto, dice, dicono, ha scritto, lui, lei
if: se, quando, forse, perché
doer: io, lui, lei, loro, non, deve, può, che, si, il, la, di, per
next: poi, adesso, ora, dopo, per favore, puoi
standing: d'ora in poi, da ora in poi, da adesso in poi, d'ora in avanti, da adesso
others: lui, lei, loro, esso, funziona, funzionerà
prefer: preferisco, io preferisco, preferisco sempre, la mia preferenza è
choice: la prima, la seconda, la terza, l'ultima, l'altra, il primo, il secondo, opzione, questo, quello, questa, quella, la tua
session: per ora, per adesso, questa volta, oggi, solo oggi, in questa sessione, per questa sessione, al momento, temporaneamente
later: più tardi, dopo, per dopo, la prossima volta, domani
`)
