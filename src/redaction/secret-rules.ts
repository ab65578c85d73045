// Secrets that tell themselves apart by their form, as their vendors print them. Prefixes and lengths follow the rules of gitleaks (MIT,
// (c) 2019 Zachary Rice). A pattern has a fixed beginning, bounded repetition and no look-behind (the host's engine interprets those):
// whether a match begins inside a longer word is asked afterwards. With a group, only the group is the secret. Where the beginning is not
// fixed, the character before it is part of the pattern: a long run of such characters would else be searched again from each of them.

export interface SecretRule {
  readonly kind: string
  /** Lower-case literals, one of which occurs in every text that has such a secret. */
  readonly hints: readonly string[]
  readonly pattern: RegExp
  /** Texts with and without such a secret. They are put together at load time: a scanner of this very file shall not find them. */
  readonly positive: string
  readonly negative: string
}

const rule = (kind: string, hints: string, pattern: RegExp, positive: string, negative: string): SecretRule => ({
  kind,
  hints: hints.split(" "),
  pattern,
  positive,
  negative,
})

const letters = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"
const alnum = (length: number) => letters.repeat(Math.ceil(length / 32)).slice(0, length)
const upper = (length: number) =>
  alnum(length)
    .toUpperCase()
    .replace(/[0189]/g, "Q")
const digits = "83051947260"
const hex = (length: number) => "9f3a07be5c61d284".repeat(Math.ceil(length / 16)).slice(0, length)

export const SECRET_RULES: readonly SecretRule[] = [
  rule(
    "aws",
    "akia asia abia acca",
    /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    `AKIA${upper(16)}`,
    "AKIA_ROLE",
  ),
  rule("aws", "absk", /ABSK[A-Za-z0-9+/]{109,269}={0,2}/g, `ABSK${alnum(112)}`, "ABSKY"),
  rule(
    "aws",
    "bedrock-api-key-",
    /bedrock-api-key-([\w+/=%-]{40,2000})/g,
    `bedrock-api-key-${alnum(60)}`,
    "bedrock-api-key-x",
  ),
  rule(
    "aws",
    "x-amz-s",
    /X-Amz-S(?:ignature|ecurity-Token)=([\w%/+=-]{40,2000})/g,
    `X-Amz-Signature=${hex(64)}`,
    "X-Amz-Signature=x",
  ),
  rule("google", "aiza", /AIza[\w-]{35}(?![\w-])/g, `AIza${alnum(35)}`, "AIzawa"),
  rule("google", "gocspx-", /GOCSPX-[\w-]{28}(?![\w-])/g, `GOCSPX-${alnum(28)}`, "GOCSPX-secret"),
  rule("gcp", "ya29.", /ya29\.[\w-]{20,2000}/g, `ya29.${alnum(60)}`, "ya29.x"),
  rule("gcp", "1//0", /1\/\/0[\w-]{40,200}/g, `1//0${alnum(60)}`, "1//0 remains"),
  rule(
    "azure",
    "0q~ 1q~ 2q~ 3q~ 4q~ 5q~ 6q~ 7q~ 8q~ 9q~",
    /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
    `${alnum(3)}8Q~${alnum(34)}`,
    "a8Q~short",
  ),
  rule(
    "azure",
    "accountkey sharedaccesskey",
    /(?:Account|SharedAccess)Key=([A-Za-z0-9+/%]{40,120}={0,2})/g,
    `AccountKey=${alnum(86)}==`,
    "AccountKey=x",
  ),
  rule(
    "azure",
    "sig=",
    /[?&;]sig=([\w%+/=-]{40,200})/g,
    `https://a.blob.core.windows.net/c?sp=r&sig=${alnum(43)}%3D`,
    "?sig=1",
  ),
  rule(
    "azure",
    "azdo",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})(?![A-Za-z0-9])/g,
    `${alnum(76)}AZDO${alnum(4)}`,
    "AZDO board",
  ),
  rule(
    "azure",
    "jqqj9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27})(?![A-Za-z0-9])/g,
    `${alnum(52)}JQQJ9${alnum(27)}`,
    "JQQJ9",
  ),
  rule(
    "github",
    "ghp_ gho_ ghu_ ghs_ ghr_",
    /gh[oprsu]_(?:[A-Za-z0-9]{36,255}|\d{1,12}_eyJ[\w-]{10,300}\.[\w-]{10,4000}\.[\w-]{10,1000})/g,
    `ghp_${alnum(36)}`,
    "ghp_short",
  ),
  rule(
    "github",
    "github_pat_",
    /github_pat_[A-Za-z0-9_]{70,255}/g,
    `github_pat_${alnum(22)}_${alnum(59)}`,
    "github_pat_name",
  ),
  rule(
    "gitlab",
    "glpat- gldt- glrt- glft- glptt- glsoat- glffct- glimt- glagent- gloas- glcbt-",
    /gl(?:pat|dt|rt|ft|ptt|soat|ffct|imt|agent|oas|cbt)-[\w-]{20,300}(?:\.[0-9a-z]{9})?/g,
    `glpat-${alnum(20)}`,
    "glpat-abc",
  ),
  rule("gitlab", "gr1348941", /GR1348941[\w-]{20}/g, `GR1348941${alnum(20)}`, "GR1348941"),
  rule(
    "slack",
    "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.",
    /xox[abeoprs][-.](?:xox[bp]-)?[A-Za-z0-9-]{10,400}/g,
    `xoxb-${digits}-${digits}-${alnum(24)}`,
    "xoxb-test",
  ),
  rule(
    "slack",
    "xapp-",
    /xapp-\d-[A-Z0-9]{5,20}-\d{5,20}-[a-z0-9]{20,100}/gi,
    `xapp-1-${upper(11)}-${digits}-${hex(64)}`,
    "xapp-1-A",
  ),
  rule(
    "slack",
    "hooks.slack.com",
    /hooks\.slack\.com\\{0,2}\/(?:services|workflows|triggers)\\{0,2}\/([\w+/\\]{20,100})/g,
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${alnum(24)}`,
    "https://hooks.slack.com/services/",
  ),
  rule(
    "stripe",
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{24,250}/g,
    `sk_live_${alnum(24)}`,
    `pk_live_${alnum(24)}`,
  ),
  rule("stripe", "whsec_", /whsec_[A-Za-z0-9+/=]{32,100}/g, `whsec_${alnum(32)}`, "whsec_test"),
  rule(
    "anthropic",
    "sk-ant-",
    /sk-ant-[a-z]{2,12}\d{0,3}-[\w-]{40,200}/g,
    `sk-ant-api03-${alnum(93)}AA`,
    "sk-ant-api03-notarealkey",
  ),
  rule(
    "openai",
    "t3blbkfj",
    /sk-[\w-]{16,100}T3BlbkFJ[\w-]{16,100}/g,
    `sk-${alnum(20)}T3BlbkFJ${alnum(20)}`,
    "T3BlbkFJ",
  ),
  // Many model gateways took over the prefix; a body of words is no key ("sk-learn-compatible-estimators").
  rule(
    "api-key",
    "sk-",
    /sk-(?:[a-z]{2,10}-){0,2}(?:v1-)?(?=[A-Za-z_-]{0,60}\d)(?=[\d_-]{0,60}[A-Za-z])[A-Za-z0-9_]{32,200}/g,
    `sk-or-v1-${hex(64)}`,
    "sk-learn-compatible-estimators-of-any-kind",
  ),
  rule("npm", "npm_", /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g, `npm_${alnum(36)}`, "npm_config_registry"),
  rule("pypi", "pypi-age", /pypi-AgE[\w-]{50,1000}/g, `pypi-AgEIcHlwaS5vcmc${alnum(60)}`, "pypi-AgE"),
  rule(
    "huggingface",
    "hf_ api_org_",
    /(?:hf|api_org)_[A-Za-z]{34}(?![A-Za-z0-9])/g,
    `hf_${alnum(60).replace(/\d/g, "").slice(0, 34)}`,
    "hf_hub_download",
  ),
  rule(
    "twilio",
    "sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf",
    /SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
    `SK${hex(32)}`,
    "SKELETON",
  ),
  rule(
    "sendgrid",
    "sg.",
    /SG\.[\w-]{20,24}\.[\w-]{39,50}(?![\w-])/g,
    `SG.${alnum(22)}.${alnum(43)}`,
    "SG.Service.Name",
  ),
  rule("telegram", ":aa", /\d{8,10}:(AA[\w-]{33})(?![\w-])/g, `8305194726:AA${alnum(33)}`, "12345678:AAA"),
  rule(
    "discord",
    "discord",
    /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g,
    `discord M${alnum(23)}.${alnum(6)}.${alnum(38)}`,
    "discord.Message.content",
  ),
  rule(
    "discord",
    "discord",
    /discord(?:app)?\.com\\{0,2}\/api\\{0,2}\/webhooks\\{0,2}\/\d{15,22}\\{0,2}\/([\w-]{50,100})/g,
    `https://discord.com/api/webhooks/123456789012345678/${alnum(68)}`,
    "discord.com/api/webhooks/1/x",
  ),
  rule(
    "jwt",
    "eyj",
    /(?:^|[^\w-]|\\[nrt]|\[[\d;]{0,9}m)(eyJ[\w-]{10,4000}\.[\w-]{16,8000}\.[\w-]{10,8000}(?:\.[\w-]{10,8000}\.[\w-]{10,200})?)/g,
    `eyJ${alnum(33)}.eyJ${alnum(40)}.${alnum(43)}`,
    "eyJhbGciOiJIUzI1NiJ9",
  ),
  rule("1password", "ops_eyj", /ops_eyJ[\w+/]{200,2000}={0,3}/g, `ops_eyJ${alnum(260)}`, "ops_eyJ"),
  rule("age", "age-secret-key-1", /AGE-SECRET-KEY-1[A-Z0-9]{58}/g, `AGE-SECRET-KEY-1${upper(58)}`, "AGE-SECRET-KEY-1"),
  rule("alibaba", "ltai", /LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])/g, `LTAI${alnum(20)}`, "LTAI"),
  rule("atlassian", "atatt3 atctt3", /AT[AC]TT3[\w=-]{60,250}/g, `ATATT3${alnum(186)}`, "ATATT3"),
  rule(
    "cloudflare",
    "cfat_ cfut_ cfk_",
    /cf(?:at|ut|k)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])/g,
    `cfat_${alnum(40)}${hex(8)}`,
    "cfat_tooshort",
  ),
  rule("databricks", "dapi", /dapi[0-9a-fA-F]{32}(?:-\d)?(?![A-Za-z0-9])/g, `dapi${hex(32)}`, "dapi1234"),
  rule("digitalocean", "doo_v1_ dop_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{64}/g, `dop_v1_${hex(64)}`, "dop_v1_x"),
  rule("docker", "dckr_pat_ dckr_oat_", /dckr_[po]at_[\w-]{27,64}/g, `dckr_pat_${alnum(27)}`, "dckr_pat_tooshort"),
  rule(
    "doppler",
    "dp.pt. dp.st. dp.ct. dp.sa.",
    /dp\.(?:pt|ct|sa|st(?:\.[\w-]{2,35})?)\.[A-Za-z0-9]{40,44}/g,
    `dp.pt.${alnum(43)}`,
    "dp.pt.x",
  ),
  rule(
    "dynatrace",
    "dt0c01.",
    /dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}/g,
    `dt0c01.${alnum(24)}.${alnum(64)}`,
    "dt0c01.x",
  ),
  rule("figma", "figd_", /figd_[\w-]{38,100}/g, `figd_${alnum(40)}`, "figd_abc"),
  rule(
    "fly",
    "fo1_ fm1a_ fm1r_ fm2_",
    /(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,1000}={0,3})/g,
    `fo1_${alnum(43)}`,
    "fo1_x",
  ),
  rule(
    "grafana",
    "glc_ glsa_",
    /(?:glc_[A-Za-z0-9+/]{32,400}={0,3}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8})/g,
    `glsa_${alnum(32)}_${hex(8)}`,
    "glsa_x",
  ),
  rule("groq", "gsk_", /gsk_[A-Za-z0-9]{52}(?![A-Za-z0-9-])/g, `gsk_${alnum(52)}`, "gsk_abc123"),
  rule("heroku", "hrku-", /HRKU-[\w-]{36,60}/g, `HRKU-AA${alnum(58)}`, "HRKU-x"),
  rule("langsmith", "lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/g, `lsv2_pt_${hex(32)}_${hex(10)}`, "lsv2_pt_x"),
  rule("linear", "lin_api_ lin_oauth_", /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/g, `lin_api_${alnum(40)}`, "lin_api_x"),
  rule("mailgun", "key-", /key-[0-9a-f]{32}(?![A-Za-z0-9])/g, `key-${hex(32)}`, "key-value"),
  rule(
    "mailchimp",
    "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/g,
    `${hex(32)}-us12`,
    "en-us1",
  ),
  rule("newrelic", "nrak- nrii- nrjs-", /NR(?:AK|II|JS)-[A-Za-z0-9-]{19,32}/g, `NRAK-${upper(27)}`, "NRAK-x"),
  rule("notion", "ntn_", /ntn_\d{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])/g, `ntn_${digits}${alnum(35)}`, "ntn_abc"),
  rule("perplexity", "pplx-", /pplx-[A-Za-z0-9]{48}/g, `pplx-${alnum(48)}`, "pplx-x"),
  rule("planetscale", "pscale_", /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/g, `pscale_tkn_${alnum(43)}`, "pscale_tkn_x"),
  rule("postman", "pmak-", /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g, `PMAK-${hex(24)}-${hex(34)}`, "PMAK-x"),
  rule("pulumi", "pul-", /pul-[0-9a-f]{40}(?![A-Za-z0-9])/g, `pul-${hex(40)}`, "pul-x"),
  rule("replicate", "r8_", /r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])/g, `r8_${alnum(37)}`, "r8_x"),
  rule("rubygems", "rubygems_", /rubygems_[0-9a-f]{48}/g, `rubygems_${hex(48)}`, "rubygems_version"),
  rule("sentry", "sntrys_ sntryu_", /sntry(?:u_[0-9a-f]{64}|s_[\w+/=-]{60,500})/g, `sntryu_${hex(64)}`, "sntryu_x"),
  rule(
    "shopify",
    "shpat_ shpca_ shppa_ shpss_",
    /shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}/g,
    `shpat_${hex(32)}`,
    "shpat_x",
  ),
  rule("sourcegraph", "sgp_", /sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}/g, `sgp_${hex(40)}`, "sgp_x"),
  rule("square", "sq0atp- sq0csp-", /sq0(?:atp|csp)-[\w-]{22,60}/g, `sq0atp-${alnum(22)}`, "sq0atp-x"),
  rule("supabase", "sbp_ sb_secret_", /(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,60})/g, `sbp_${hex(40)}`, "sbp_x"),
  rule(
    "tailscale",
    "tskey-",
    /tskey-[a-z]{2,12}-[A-Za-z0-9]{9,20}-[A-Za-z0-9]{20,50}/g,
    `tskey-auth-${alnum(12)}-${alnum(24)}`,
    "tskey-foo",
  ),
  rule(
    "terraform",
    ".atlasv1.",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70})/g,
    `${alnum(14)}.atlasv1.${alnum(64)}`,
    ".atlasv1.",
  ),
  rule("vault", "hvs. hvb. hvr.", /hv[sbr]\.[\w-]{24,300}/g, `hvs.${alnum(96)}`, "hvs.example"),
  rule("vercel", "vcp_ vci_ vca_ vcr_ vck_", /vc[pirak]_[A-Za-z0-9]{24,100}/g, `vcp_${alnum(40)}`, "vcp_abc"),
  rule("xai", "xai-", /xai-[A-Za-z0-9]{70,90}/g, `xai-${alnum(80)}`, "xai-grok"),
]
