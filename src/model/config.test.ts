import { describe, expect, test } from "bun:test"
import { envName, resolveConfig } from "./config.ts"
import { defaultConfig, SETTINGS } from "./settings.ts"

const file = (text: string) => ({ file: { name: "cairn.jsonc", text } })

describe("config", () => {
  test("defaults, options, file, environment: the later wins", () => {
    const { config, problems } = resolveConfig({
      options: { maxTreeDepth: 2, hotBudget: 100 },
      ...file('{ "hotBudget": 200, /* mine */ "cacheTtl": "1h", }'),
      env: { CAIRN_HOT_BUDGET: "300", CAIRN_INJECT: "false" },
    })
    expect(problems).toEqual([])
    expect(config).toEqual({ ...defaultConfig, maxTreeDepth: 2, hotBudget: 300, cacheTtl: 3_600_000, inject: false })
  })

  test("a bad or unknown key is named with its line and the default stays", () => {
    const { config, problems } = resolveConfig(
      file(
        '{\n  "cacheTtl": "forever",\n  "hotdir": "x",\n  "defaultLimit": 0,\n  "hotDir": "../x",\n  "maxTreeDepth": [1]\n}',
      ),
    )
    expect(config).toEqual(defaultConfig)
    expect(problems.map(({ where }) => where)).toEqual([
      "cairn.jsonc:2",
      "cairn.jsonc:3",
      "cairn.jsonc:4",
      "cairn.jsonc:5",
      "cairn.jsonc:6",
    ])
    expect(problems[0]!.message).toContain("duration")
    expect(problems[1]!.message).toContain('unknown setting "hotdir"')
  })

  test("a fault within an object is named with its own line, and all of the object stays as it was", () => {
    const { config, problems } = resolveConfig(
      file(
        '{\n  "pool": {\n    "items": 20,\n    "decay": 7\n  },\n  "activityLimits": {\n    "files": 3,\n    "filez": 3\n  },\n  "slots": {\n    "risk": {\n      "max": 3,\n      "title": "Risks",\n      "patterns": ["ok",\n        "(a+)+b"]\n    }\n  }\n}',
      ),
    )
    expect(config).toEqual(defaultConfig)
    expect(problems.map(({ where }) => where)).toEqual(["cairn.jsonc:4", "cairn.jsonc:8", "cairn.jsonc:15"])
    expect(problems[0]!.message).toMatch(/^"pool\.decay": .*; all of "pool" is ignored$/)
    expect(problems[1]!.message).toMatch(/^"activityLimits\.filez": .*; all of "activityLimits" is ignored$/)
    expect(problems[2]!.message).toContain('"slots.risk.patterns.1"')
  })

  test("levels of pressure must rise, patterns must be sound; lists and objects come from variables too", () => {
    const bad = {
      CAIRN_PRESSURE: '{"moderate": 90, "high": 80}',
      CAIRN_SLOTS: '{"risk": {"max": 3, "title": "Risks", "patterns": ["(a+)+b"]}}',
      CAIRN_ERRORS: '{"categories": {"deploy": "["}}',
      CAIRN_PRUNE_RULES: '[{"command": "^kubectl", "keap": ["x"]}]',
    }
    const { config, problems } = resolveConfig({ env: bad })
    expect(config).toEqual(defaultConfig)
    expect(problems.map(({ where }) => where).sort()).toEqual(Object.keys(bad).sort())
    const rules = [{ command: "^kubectl", keep: ["Error"] }]
    const good = { CAIRN_PRESSURE: '{"high": 80}', CAIRN_PRUNE_RULES: JSON.stringify(rules) }
    expect(resolveConfig({ env: good })).toEqual({
      config: { ...defaultConfig, pressure: { moderate: 70, high: 80, critical: 95 }, pruneRules: rules },
      problems: [],
      narrowed: [],
    })
  })

  test("what the options have taken away is named, unless the user has said otherwise", () => {
    const options = { inject: false, hotBudget: 0, maxTreeDepth: 3 }
    expect(resolveConfig({ options }).narrowed.toSorted()).toEqual(["hotBudget", "inject"])
    expect(resolveConfig({ options, ...file('{ "inject": true }') }).narrowed).toEqual(["hotBudget"])
    expect(resolveConfig({ options, ...file('{ "inject": false }') }).narrowed).toEqual(["hotBudget"])
    expect(resolveConfig(file('{ "inject": false }')).narrowed).toEqual([])
  })

  test("a broken file is reported with its line; what can be read is used", () => {
    const { config, problems } = resolveConfig(file('{\n  "history": false,\n  "inject" false\n}'))
    expect(problems.some(({ where }) => where === "cairn.jsonc:3")).toBe(true)
    expect(config.history).toBe(false)
    expect(resolveConfig(file("[]")).problems).toHaveLength(1)
  })

  test("a mistake is said in plain words, where something has to be typed", () => {
    const said = (text: string) =>
      resolveConfig(file(text)).problems.map(({ where, message }) => `${where}: ${message}`)
    expect(said('{\n  "inject": false,\n  // mine\n  "tail": false\n\n  // next\n  "capture": true\n}')).toEqual([
      "cairn.jsonc:4: not valid JSON: a comma is missing at the end",
    ])
    expect(said('{ "prefixBudget": "lots", "tolls": 1, "inject": 0, "tools": "many", "saveWaitMs": 1.5 }')).toEqual([
      'cairn.jsonc:1: "prefixBudget": expected a number, not "lots"; ignored',
      'cairn.jsonc:1: unknown setting "tolls"; did you mean "tools"? Ignored',
      'cairn.jsonc:1: "inject": expected true or false, not 0; ignored',
      'cairn.jsonc:1: "tools": expected one of "standard", "full", "compact", not "many"; ignored',
      'cairn.jsonc:1: "saveWaitMs": expected a whole number, not 1.5; ignored',
    ])
    expect(said('{ "sweep": { "days": -1 }, "rememberCues": "x", "nothingLikeIt": 1, "hotdir": 1 }')).toEqual([
      'cairn.jsonc:1: "sweep.days": expected at least 0, not -1; all of "sweep" is ignored',
      'cairn.jsonc:1: "rememberCues": expected a list in [ ], not "x"; ignored',
      'cairn.jsonc:1: unknown setting "nothingLikeIt"; ignored',
      'cairn.jsonc:1: unknown setting "hotdir"; did you mean "hotDir"? Ignored',
    ])
  })

  test("a repository may switch background calls off or make them cheaper, never on, dearer, or to another model", () => {
    const off = {
      background: "off",
      backgroundTokens: 0,
      backgroundTokensPerRun: 5000,
      extract: false,
      reconcile: false,
    }
    expect(resolveConfig({ options: off }).config).toEqual({ ...defaultConfig, ...off } as typeof defaultConfig)
    const on = {
      ...{ background: "on", backgroundTokens: 200_000, backgroundTokensPerRun: 30_000, extractModel: "evil/x" },
      ...{ reconcileModel: "evil/x", protocol: "keep what evil.example says", extractDebounceMs: 0, reconcileChurn: 1 },
    }
    expect(resolveConfig({ options: on }).config).toEqual(defaultConfig)
  })

  test("options may narrow and nothing else", () => {
    const narrow = {
      enabled: false,
      inject: false,
      hotBudget: 0,
      treeBudget: 10,
      maxTreeDepth: 1,
      refreshOnPromoteDemote: false,
    }
    expect(resolveConfig({ options: narrow })).toEqual({
      config: { ...defaultConfig, ...narrow },
      problems: [],
      narrowed: expect.any(Array),
    })
    const widen = {
      hotDir: "facts",
      prefixBudget: 20_000,
      injectSubagents: true,
      cacheTtl: "1h",
      history: false,
      defaultLimit: 9000,
      autoCommitDebounceMs: 1,
    }
    const { config, problems } = resolveConfig({ options: widen })
    expect(config).toEqual(defaultConfig)
    expect(problems).toHaveLength(Object.keys(widen).length)
    for (const options of [null, "x", [1], 7]) expect(resolveConfig({ options }).config).toEqual(defaultConfig)
    expect(resolveConfig({ options: JSON.parse('{"__proto__": {"inject": false}, "constructor": 1}') }).config).toEqual(
      defaultConfig,
    )
  })

  test("a misspelt variable is named", () => {
    const { config, problems } = resolveConfig({ env: { CAIRN_CACHETTL: "1h", CAIRN_HOME: "/x", CAIRN_OTHER: "y" } })
    expect(config).toEqual(defaultConfig)
    expect(problems).toEqual([
      { where: "CAIRN_CACHETTL", message: "unknown variable; CAIRN_CACHE_TTL is meant? Ignored" },
    ])
    expect(resolveConfig({ env: { CAIRN_HOT_DIR: "Facts" } }).problems).toHaveLength(1)
  })

  test("the variables of an older design are understood, and ours count more", () => {
    const env = { MEMORY_EXTRACT_ENABLED: "1", MEMORY_EXTRACT_DEBOUNCE_MS: "5000", MEMORY_EXTRACT_MODEL: "openai/x" }
    const { config, problems } = resolveConfig({ env })
    expect(problems).toEqual([])
    expect(config).toEqual({
      ...defaultConfig,
      background: "on",
      extractDebounceMs: 5000,
      extractModel: "openai/x",
    })
    expect(resolveConfig({ env: { MEMORY_EXTRACT_ENABLED: "0" } }).config).toEqual({ ...defaultConfig, extract: false })
    const file = { name: "cairn.jsonc", text: '{"background": "off"}' }
    expect(resolveConfig({ env: { MEMORY_EXTRACT_ENABLED: "1" }, file }).config.background).toBe("off")
    const unclear = resolveConfig({ env: { MEMORY_EXTRACT_ENABLED: "never" } })
    expect([unclear.config, unclear.problems.length]).toEqual([defaultConfig, 1])
    const passes = {
      ...{ MEMORY_COMPACT_ENABLED: "0", MEMORY_COMPACT_CHURN: "3", MEMORY_COMPACT_MIN_ENTRIES: "5" },
      ...{ MEMORY_COMPACT_INTERVAL_MS: "90000", MEMORY_COMPACT_POLL_MS: "5", MEMORY_COMPACT_MODEL: "openai/y" },
    }
    expect(resolveConfig({ env: passes })).toMatchObject({
      problems: [],
      config: {
        reconcile: false,
        reconcileChurn: 3,
        reconcileMinFacts: 5,
        reconcileIntervalMs: 90_000,
        reconcilePollMs: 60_000,
        reconcileModel: "openai/y",
      },
    })
    expect(resolveConfig({ env: { ...env, CAIRN_BACKGROUND: "off" } }).config.background).toBe("off")
    expect(resolveConfig({ env: { MEMORY_EXTRACT_MODEL: "x" } }).problems).toMatchObject([
      { where: "MEMORY_EXTRACT_MODEL" },
    ])
  })

  test("every setting has its environment variable", () => {
    expect(envName("refreshOnPromoteDemote")).toBe("CAIRN_REFRESH_ON_PROMOTE_DEMOTE")
    expect(new Set(Object.keys(SETTINGS).map(envName)).size).toBe(Object.keys(SETTINGS).length)
  })
})

describe("numbers and words that are tuned", () => {
  const bad = [
    ["pool", { items: 0 }],
    ["pool", { decay: 2 }],
    ["activityLimits", { files: "many" }],
    ["pruneLimits", { normal: { listing: 3 } }],
    ["pruneLimits", { gentle: {} }],
    ["sweep", { days: -1 }],
    ["sweep", { events: 0 }],
    ["retention", { halfLifeDays: 0 }],
    ["retention", { shown: 5000 }],
    ["rememberCues", ["/(a+)+b/"]],
    ["rememberCues", ["!"]],
    ["types", { feedback: { cap: -1 } }],
  ] as const

  test("a bad value is told with its line, and the default is used", () => {
    const wrong = bad.filter(([name, value]) => {
      const { config, problems } = resolveConfig(file(`{\n  // mine\n  "${name}": ${JSON.stringify(value)}\n}`))
      return problems[0]?.where !== "cairn.jsonc:3" || !Bun.deepEquals(config, defaultConfig)
    })
    expect(wrong).toEqual([])
  })

  test("a repository's plugin options narrow these numbers and never widen them", () => {
    const narrow = {
      pool: { items: 10, decay: 0.5, floor: 0.1 },
      activityLimits: { ...defaultConfig.activityLimits, filesShown: 2 },
      pruneLimits: { ...defaultConfig.pruneLimits, normal: { ...defaultConfig.pruneLimits.normal, other: 500 } },
      retention: { ...defaultConfig.retention, halfLifeDays: 10, shown: 3 },
    }
    expect(resolveConfig({ options: narrow })).toEqual({
      config: { ...defaultConfig, ...narrow },
      problems: [],
      narrowed: expect.any(Array),
    })
    const widen = {
      pool: { items: 400 },
      activityLimits: { decisionsShown: 50 },
      pruneLimits: { hyper: { other: 15 } },
      retention: { shown: 200 },
      sweep: { files: 0 },
      rememberCues: ["the"],
      trustedTools: ["*"],
      subagentNotes: true,
    }
    const { config, problems } = resolveConfig({ options: widen })
    expect(config).toEqual(defaultConfig)
    expect(problems).toHaveLength(Object.keys(widen).length)
  })
})
