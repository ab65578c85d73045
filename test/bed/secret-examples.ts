// For each rule of secrets, in their order and with its hints, a text with such a secret and one without. They are put together at load time: a scanner of this
// very file shall not find them.
import { SECRET_RULES, type SecretRule } from "../../src/redaction/secret-rules.ts"

const letters = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"
const alnum = (length: number) => letters.repeat(Math.ceil(length / 32)).slice(0, length)
const upper = (length: number) =>
  alnum(length)
    .toUpperCase()
    .replace(/[0189]/g, "Q")
const digits = "83051947260"
const hex = (length: number) => "9f3a07be5c61d284".repeat(Math.ceil(length / 16)).slice(0, length)

const EXAMPLES: readonly (readonly [hints: string, positive: string, negative: string])[] = [
  ["akia asia abia acca", `AKIA${upper(16)}`, "AKIA_ROLE"],
  ["absk", `ABSK${alnum(112)}`, "ABSKY"],
  ["bedrock-api-key-", `bedrock-api-key-${alnum(60)}`, "bedrock-api-key-x"],
  ["x-amz-s", `X-Amz-Signature=${hex(64)}`, "X-Amz-Signature=x"],
  ["aiza", `AIza${alnum(35)}`, "AIzawa"],
  ["gocspx-", `GOCSPX-${alnum(28)}`, "GOCSPX-secret"],
  ["ya29.", `ya29.${alnum(60)}`, "ya29.x"],
  ["1//0", `1//0${alnum(60)}`, "1//0 remains"],
  ["0q~ 1q~ 2q~ 3q~ 4q~ 5q~ 6q~ 7q~ 8q~ 9q~", `${alnum(3)}8Q~${alnum(34)}`, "a8Q~short"],
  ["accountkey sharedaccesskey", `AccountKey=${alnum(86)}==`, "AccountKey=x"],
  ["sig=", `https://a.blob.core.windows.net/c?sp=r&sig=${alnum(43)}%3D`, "?sig=1"],
  ["azdo", `${alnum(76)}AZDO${alnum(4)}`, "AZDO board"],
  ["jqqj9", `${alnum(52)}JQQJ9${alnum(27)}`, "JQQJ9"],
  ["ghp_ gho_ ghu_ ghs_ ghr_", `ghp_${alnum(36)}`, "ghp_short"],
  ["github_pat_", `github_pat_${alnum(22)}_${alnum(59)}`, "github_pat_name"],
  ["glpat- gldt- glrt- glft- glptt- glsoat- glffct- glimt- glagent- gloas- glcbt-", `glpat-${alnum(20)}`, "glpat-abc"],
  ["gr1348941", `GR1348941${alnum(20)}`, "GR1348941"],
  ["xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.", `xoxb-${digits}-${digits}-${alnum(24)}`, "xoxb-test"],
  ["xapp-", `xapp-1-${upper(11)}-${digits}-${hex(64)}`, "xapp-1-A"],
  [
    "hooks.slack.com",
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${alnum(24)}`,
    "https://hooks.slack.com/services/",
  ],
  ["sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", `sk_live_${alnum(24)}`, `pk_live_${alnum(24)}`],
  ["whsec_", `whsec_${alnum(32)}`, "whsec_test"],
  ["sk-ant-", `sk-ant-api03-${alnum(93)}AA`, "sk-ant-api03-notarealkey"],
  ["t3blbkfj", `sk-${alnum(20)}T3BlbkFJ${alnum(20)}`, "T3BlbkFJ"],
  ["sk-", `sk-or-v1-${hex(64)}`, "sk-learn-compatible-estimators-of-any-kind"],
  ["npm_", `npm_${alnum(36)}`, "npm_config_registry"],
  ["pypi-age", `pypi-AgEIcHlwaS5vcmc${alnum(60)}`, "pypi-AgE"],
  ["hf_ api_org_", `hf_${alnum(60).replace(/\d/g, "").slice(0, 34)}`, "hf_hub_download"],
  ["sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf", `SK${hex(32)}`, "SKELETON"],
  ["sg.", `SG.${alnum(22)}.${alnum(43)}`, "SG.Service.Name"],
  [":aa", `8305194726:AA${alnum(33)}`, "12345678:AAA"],
  ["discord", `discord M${alnum(23)}.${alnum(6)}.${alnum(38)}`, "discord.Message.content"],
  ["discord", `https://discord.com/api/webhooks/123456789012345678/${alnum(68)}`, "discord.com/api/webhooks/1/x"],
  ["eyj", `eyJ${alnum(33)}.eyJ${alnum(40)}.${alnum(43)}`, "eyJhbGciOiJIUzI1NiJ9"],
  ["ops_eyj", `ops_eyJ${alnum(260)}`, "ops_eyJ"],
  ["age-secret-key-1", `AGE-SECRET-KEY-1${upper(58)}`, "AGE-SECRET-KEY-1"],
  ["ltai", `LTAI${alnum(20)}`, "LTAI"],
  ["atatt3 atctt3", `ATATT3${alnum(186)}`, "ATATT3"],
  ["cfat_ cfut_ cfk_", `cfat_${alnum(40)}${hex(8)}`, "cfat_tooshort"],
  ["dapi", `dapi${hex(32)}`, "dapi1234"],
  ["doo_v1_ dop_v1_ dor_v1_", `dop_v1_${hex(64)}`, "dop_v1_x"],
  ["dckr_pat_ dckr_oat_", `dckr_pat_${alnum(27)}`, "dckr_pat_tooshort"],
  ["dp.pt. dp.st. dp.ct. dp.sa.", `dp.pt.${alnum(43)}`, "dp.pt.x"],
  ["dt0c01.", `dt0c01.${alnum(24)}.${alnum(64)}`, "dt0c01.x"],
  ["figd_", `figd_${alnum(40)}`, "figd_abc"],
  ["fo1_ fm1a_ fm1r_ fm2_", `fo1_${alnum(43)}`, "fo1_x"],
  ["glc_ glsa_", `glsa_${alnum(32)}_${hex(8)}`, "glsa_x"],
  ["gsk_", `gsk_${alnum(52)}`, "gsk_abc123"],
  ["hrku-", `HRKU-AA${alnum(58)}`, "HRKU-x"],
  ["lsv2_", `lsv2_pt_${hex(32)}_${hex(10)}`, "lsv2_pt_x"],
  ["lin_api_ lin_oauth_", `lin_api_${alnum(40)}`, "lin_api_x"],
  ["key-", `key-${hex(32)}`, "key-value"],
  ["-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9", `${hex(32)}-us12`, "en-us1"],
  ["nrak- nrii- nrjs-", `NRAK-${upper(27)}`, "NRAK-x"],
  ["ntn_", `ntn_${digits}${alnum(35)}`, "ntn_abc"],
  ["pplx-", `pplx-${alnum(48)}`, "pplx-x"],
  ["pscale_", `pscale_tkn_${alnum(43)}`, "pscale_tkn_x"],
  ["pmak-", `PMAK-${hex(24)}-${hex(34)}`, "PMAK-x"],
  ["pul-", `pul-${hex(40)}`, "pul-x"],
  ["r8_", `r8_${alnum(37)}`, "r8_x"],
  ["rubygems_", `rubygems_${hex(48)}`, "rubygems_version"],
  ["sntrys_ sntryu_", `sntryu_${hex(64)}`, "sntryu_x"],
  ["shpat_ shpca_ shppa_ shpss_", `shpat_${hex(32)}`, "shpat_x"],
  ["sgp_", `sgp_${hex(40)}`, "sgp_x"],
  ["sq0atp- sq0csp-", `sq0atp-${alnum(22)}`, "sq0atp-x"],
  ["sbp_ sb_secret_", `sbp_${hex(40)}`, "sbp_x"],
  ["tskey-", `tskey-auth-${alnum(12)}-${alnum(24)}`, "tskey-foo"],
  [".atlasv1.", `${alnum(14)}.atlasv1.${alnum(64)}`, ".atlasv1."],
  ["hvs. hvb. hvr.", `hvs.${alnum(96)}`, "hvs.example"],
  ["vcp_ vci_ vca_ vcr_ vck_", `vcp_${alnum(40)}`, "vcp_abc"],
  ["xai-", `xai-${alnum(80)}`, "xai-grok"],
]

export interface RuleExample extends SecretRule {
  readonly positive: string
  readonly negative: string
}

/** Every rule with its example, in their order; one without fails whatever test is about to use it. */
export const RULE_EXAMPLES: readonly RuleExample[] = SECRET_RULES.map((rule, at) => {
  const [hints, positive, negative] = EXAMPLES[at] ?? ["", "", ""]
  if (hints !== rule.hints.join(" "))
    throw new Error(`no example for the secrets that begin like ${rule.hints.join(" ")}`)
  return { ...rule, positive, negative }
})
