// Secrets that tell themselves apart by their form, as their vendors print them. Prefixes and lengths follow the rules of gitleaks (MIT,
// (c) 2019 Zachary Rice). A pattern has a fixed beginning, bounded repetition and no look-behind (the host's engine interprets those):
// whether a match begins inside a longer word is asked afterwards. With a group, only the group is the secret. Where the beginning is not
// fixed, the character before it is part of the pattern: a long run of such characters would else be searched again from each of them.

export interface SecretRule {
  readonly kind: string
  /** Lower-case literals, one of which occurs in every text that has such a secret. */
  readonly hints: readonly string[]
  readonly pattern: RegExp
}

/** Each has an example in `test/bed/secret-examples.ts`. */
const rule = (kind: string, hints: string, pattern: RegExp): SecretRule => ({ kind, hints: hints.split(" "), pattern })

export const SECRET_RULES: readonly SecretRule[] = [
  rule("aws", "akia asia abia acca", /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g),
  rule("aws", "absk", /ABSK[A-Za-z0-9+/]{109,269}={0,2}/g),
  rule("aws", "bedrock-api-key-", /bedrock-api-key-([\w+/=%-]{40,2000})/g),
  rule("aws", "x-amz-s", /X-Amz-S(?:ignature|ecurity-Token)=([\w%/+=-]{40,2000})/g),
  rule("google", "aiza", /AIza[\w-]{35}(?![\w-])/g),
  rule("google", "gocspx-", /GOCSPX-[\w-]{28}(?![\w-])/g),
  rule("gcp", "ya29.", /ya29\.[\w-]{20,2000}/g),
  rule("gcp", "1//0", /1\/\/0[\w-]{40,200}/g),
  rule("azure", "0q~ 1q~ 2q~ 3q~ 4q~ 5q~ 6q~ 7q~ 8q~ 9q~", /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g),
  rule("azure", "accountkey sharedaccesskey", /(?:Account|SharedAccess)Key=([A-Za-z0-9+/%]{40,120}={0,2})/g),
  rule("azure", "sig=", /[?&;]sig=([\w%+/=-]{40,200})/g),
  rule("azure", "azdo", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})(?![A-Za-z0-9])/g),
  rule(
    "azure",
    "jqqj9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27})(?![A-Za-z0-9])/g,
  ),
  rule(
    "github",
    "ghp_ gho_ ghu_ ghs_ ghr_",
    /gh[oprsu]_(?:[A-Za-z0-9]{36,255}|\d{1,12}_eyJ[\w-]{10,300}\.[\w-]{10,4000}\.[\w-]{10,1000})/g,
  ),
  rule("github", "github_pat_", /github_pat_[A-Za-z0-9_]{70,255}/g),
  rule(
    "gitlab",
    "glpat- gldt- glrt- glft- glptt- glsoat- glffct- glimt- glagent- gloas- glcbt-",
    /gl(?:pat|dt|rt|ft|ptt|soat|ffct|imt|agent|oas|cbt)-[\w-]{20,300}(?:\.[0-9a-z]{9})?/g,
  ),
  rule("gitlab", "gr1348941", /GR1348941[\w-]{20}/g),
  rule(
    "slack",
    "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.",
    /xox[abeoprs][-.](?:xox[bp]-)?[A-Za-z0-9-]{10,400}/g,
  ),
  rule("slack", "xapp-", /xapp-\d-[A-Z0-9]{5,20}-\d{5,20}-[a-z0-9]{20,100}/gi),
  rule(
    "slack",
    "hooks.slack.com",
    /hooks\.slack\.com\\{0,2}\/(?:services|workflows|triggers)\\{0,2}\/([\w+/\\]{20,100})/g,
  ),
  rule(
    "stripe",
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{24,250}/g,
  ),
  rule("stripe", "whsec_", /whsec_[A-Za-z0-9+/=]{32,100}/g),
  rule("anthropic", "sk-ant-", /sk-ant-[a-z]{2,12}\d{0,3}-[\w-]{40,200}/g),
  rule("openai", "t3blbkfj", /sk-[\w-]{16,100}T3BlbkFJ[\w-]{16,100}/g),
  // Many model gateways took over the prefix; a body of words is no key ("sk-learn-compatible-estimators").
  rule(
    "api-key",
    "sk-",
    /sk-(?:[a-z]{2,10}-){0,2}(?:v1-)?(?=[A-Za-z_-]{0,60}\d)(?=[\d_-]{0,60}[A-Za-z])[A-Za-z0-9_]{32,200}/g,
  ),
  rule("npm", "npm_", /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g),
  rule("pypi", "pypi-age", /pypi-AgE[\w-]{50,1000}/g),
  rule("huggingface", "hf_ api_org_", /(?:hf|api_org)_[A-Za-z]{34}(?![A-Za-z0-9])/g),
  rule("twilio", "sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf", /SK[0-9a-f]{32}(?![A-Za-z0-9])/g),
  rule("sendgrid", "sg.", /SG\.[\w-]{20,24}\.[\w-]{39,50}(?![\w-])/g),
  rule("telegram", ":aa", /\d{8,10}:(AA[\w-]{33})(?![\w-])/g),
  rule("discord", "discord", /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g),
  rule(
    "discord",
    "discord",
    /discord(?:app)?\.com\\{0,2}\/api\\{0,2}\/webhooks\\{0,2}\/\d{15,22}\\{0,2}\/([\w-]{50,100})/g,
  ),
  rule(
    "jwt",
    "eyj",
    /(?:^|[^\w-]|\\[nrt]|\[[\d;]{0,9}m)(eyJ[\w-]{10,4000}\.[\w-]{16,8000}\.[\w-]{10,8000}(?:\.[\w-]{10,8000}\.[\w-]{10,200})?)/g,
  ),
  rule("1password", "ops_eyj", /ops_eyJ[\w+/]{200,2000}={0,3}/g),
  rule("age", "age-secret-key-1", /AGE-SECRET-KEY-1[A-Z0-9]{58}/g),
  rule("alibaba", "ltai", /LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])/g),
  rule("atlassian", "atatt3 atctt3", /AT[AC]TT3[\w=-]{60,250}/g),
  rule("cloudflare", "cfat_ cfut_ cfk_", /cf(?:at|ut|k)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])/g),
  rule("databricks", "dapi", /dapi[0-9a-fA-F]{32}(?:-\d)?(?![A-Za-z0-9])/g),
  rule("digitalocean", "doo_v1_ dop_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{64}/g),
  rule("docker", "dckr_pat_ dckr_oat_", /dckr_[po]at_[\w-]{27,64}/g),
  rule("doppler", "dp.pt. dp.st. dp.ct. dp.sa.", /dp\.(?:pt|ct|sa|st(?:\.[\w-]{2,35})?)\.[A-Za-z0-9]{40,44}/g),
  rule("dynatrace", "dt0c01.", /dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}/g),
  rule("figma", "figd_", /figd_[\w-]{38,100}/g),
  rule("fly", "fo1_ fm1a_ fm1r_ fm2_", /(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,1000}={0,3})/g),
  rule("grafana", "glc_ glsa_", /(?:glc_[A-Za-z0-9+/]{32,400}={0,3}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8})/g),
  rule("groq", "gsk_", /gsk_[A-Za-z0-9]{52}(?![A-Za-z0-9-])/g),
  rule("heroku", "hrku-", /HRKU-[\w-]{36,60}/g),
  rule("langsmith", "lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/g),
  rule("linear", "lin_api_ lin_oauth_", /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/g),
  rule("mailgun", "key-", /key-[0-9a-f]{32}(?![A-Za-z0-9])/g),
  rule(
    "mailchimp",
    "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/g,
  ),
  rule("newrelic", "nrak- nrii- nrjs-", /NR(?:AK|II|JS)-[A-Za-z0-9-]{19,32}/g),
  rule("notion", "ntn_", /ntn_\d{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])/g),
  rule("perplexity", "pplx-", /pplx-[A-Za-z0-9]{48}/g),
  rule("planetscale", "pscale_", /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/g),
  rule("postman", "pmak-", /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g),
  rule("pulumi", "pul-", /pul-[0-9a-f]{40}(?![A-Za-z0-9])/g),
  rule("replicate", "r8_", /r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])/g),
  rule("rubygems", "rubygems_", /rubygems_[0-9a-f]{48}/g),
  rule("sentry", "sntrys_ sntryu_", /sntry(?:u_[0-9a-f]{64}|s_[\w+/=-]{60,500})/g),
  rule("shopify", "shpat_ shpca_ shppa_ shpss_", /shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}/g),
  rule("sourcegraph", "sgp_", /sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}/g),
  rule("square", "sq0atp- sq0csp-", /sq0(?:atp|csp)-[\w-]{22,60}/g),
  rule("supabase", "sbp_ sb_secret_", /(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,60})/g),
  rule("tailscale", "tskey-", /tskey-[a-z]{2,12}-[A-Za-z0-9]{9,20}-[A-Za-z0-9]{20,50}/g),
  rule("terraform", ".atlasv1.", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70})/g),
  rule("vault", "hvs. hvb. hvr.", /hv[sbr]\.[\w-]{24,300}/g),
  rule("vercel", "vcp_ vci_ vca_ vcr_ vck_", /vc[pirak]_[A-Za-z0-9]{24,100}/g),
  rule("xai", "xai-", /xai-[A-Za-z0-9]{70,90}/g),
]
