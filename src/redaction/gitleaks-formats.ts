// Forms of secrets and names of vendors out of gitleaks' rules (MIT, (c) 2019 Zachary Rice; THIRD-PARTY.md). Written by
// scripts/gitleaks-formats.ts, not by hand.

export const GITLEAKS_FORMATS = {
  source: "https://github.com/gitleaks/gitleaks, b58d3f10",
  date: "2026-11-16",
  formats: `
adobe p8e- A32
age AGE-SECRET-KEY-1 U58
artifactory cmVmd A59
clickhouse 4b1d A38
clojars CLOJARS_ A60
digitalocean doo_v1_ H64
digitalocean dop_v1_ H64
digitalocean dor_v1_ H64
duffel duffel_test_,duffel_live_ P43
easypost EZAK A54
easypost EZTK A54
frameio fio-u- P64
grafana glsa_ A32_H8
infracost ico- A32
octopus API- U26
planetscale pscale_oauth_ P32-64
planetscale pscale_pw_ P32-64
planetscale pscale_tkn_ P32-64
prefect pnu_ A36
pulumi pul- H40
readme rdme_ L70
rubygems rubygems_ H48
scalingo tk-us- W48
settlemint sm_aat_ A16
settlemint sm_pat_ A16
settlemint sm_sat_ A16
`,
  vendors:
    "adafruit adobe airtable algolia alibaba artifactory asana atlassian beamer bintray bittrex cisco cloudflare codecov cohere coinbase confluent contentful datadog discord dnkey droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog kraken kucoin launchdarkly linkedin mailchimp mailgun mapbox mattermost netlify newrelic nytimes okta plaid rapidapi sendbird sentry sidekiq sonar sumologic telegr twitch twitter typeform yandex zendesk",
} as const
