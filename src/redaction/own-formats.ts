// Formats of secrets that gitleaks' list (`gitleaks-formats.ts`) lacks or knows too narrowly; this list wins. Collected by hand from what keys are
// known to look like; no row was checked against its vendor. `secret-rules.ts` explains how a line is read.

export const OWN_FORMATS = {
  source: "by hand, unchecked",
  date: "2026-11-16",
  formats: `
aws          AKIA,ASIA,ABIA,ACCA                                  U16
aws          eyJwYXlsb2FkIjoi                                     B200+=
aws          ABSK                                                 B109+=
google       AIza                                                 W35
google       GOCSPX-                                              W28
google       GOOG1E,GOOG1                                         A20+
gcp          ya29.                                                W20+
gcp          1//0                                                 W40+
gcp          AQ.Ab8                                               W40+
github       ghp_,gho_,ghu_,ghs_,ghr_                             A36+
github       ghs_                                                 D1-12_eyJW10+.W10+.W10+
github       github_pat_                                          W70+
gitlab       glpat-,gldt-,glrt-,glrtr-,glft-,glptt-,glsoat-,glffct-,glimt-,glagent-,gloas-,glcbt- W20+.L9 W20+
gitlab       GR1348941                                            W20
slack        xoxa-,xoxb-,xoxc-,xoxd-,xoxe-,xoxo-,xoxp-,xoxr-,xoxs-,xoxe.xoxb-,xoxe.xoxp- N10+
slack        xapp-                                                D1-A5-20-D5-20-A20+
stripe       sk_live_,sk_test_,sk_prod_,rk_live_,rk_test_,rk_prod_ A10+
stripe       whsec_                                               B32+=
anthropic    sk-ant-                                              W40+
npm          npm_                                                 A36
pypi         pypi-AgE                                             W50+
huggingface  hf_,api_org_                                         T34
sendgrid     SG.                                                  W16-32.W16-64
jwt          ops_eyJ                                              B200+=
alibaba      LTAI                                                 A12-28
tencent      AKID                                                 A32-44
volcengine   AKLT                                                 A40+
atlassian    ATATT3,ATCTT3,ATOA,ATTA                              P40+
bitbucket    ATBB                                                 A28-40
jfrog        AKCp                                                 A60-90
cloudflare   cfat_,cfut_,cfk_                                     A40+
cloudflare   v1.0-                                                H24-H100+
databricks   dapi                                                 H32-D1 H32
databricks   dkea,dose                                            H32-D1 H32
docker       dckr_pat_,dckr_oat_                                  W27+
doppler      dp.pt.,dp.ct.,dp.sa.,dp.scim.,dp.audit.,dp.said.     A40-44
doppler      dp.st.                                               A40-44 W2-35.A40-44
dynatrace    dt0c01.,dt0s01.,dt0s02.,dt0s08.                      U24.U64
figma        figd_,figo_,figu_,figor_                             W38+
fly          fo1_                                                 W43
fly          fm1a_,fm1r_,fm2_                                     B100+=
grafana      glc_                                                 B32+=
groq         gsk_                                                 A40+
heroku       HRKU-                                                W36+
langsmith    lsv2_pt_,lsv2_sk_                                    H32_H10
langsmith    ls__                                                 H32
linear       lin_api_,lin_oauth_,lin_wh_                          A32+
mailgun      key-                                                 H32
newrelic     NRAK-,NRII-,NRJS-,NRAA-,NRIQ-,NRRA-,NRSP-,NRBR-      N19+
notion       ntn_                                                 A40+
notion       secret_                                              A43
perplexity   pplx-                                                A40+
postman      PMAK-                                                H24-H34
postman      PMAT-                                                U26
replicate    r8_                                                  A37
sentry       sntryu_                                              H64
sentry       sntrys_                                              K60+
shopify      shpat_,shpca_,shppa_,shpss_,shptka_,shpua_,shpsb_    A32+
sourcegraph  sgp_,sgd_,slk_,sgph_,sgpi_                           H40+ H16_H40 local_H40
square       sq0atp-,sq0csp-,sq0idb-                              W22+
square       EAAA                                                 W40-80
supabase     sbp_                                                 H40 v0_H40 oauth_H40
supabase     sb_secret_                                           W20+
tailscale    tskey-                                               L2-12-A9-20-A20-50
vault        hvs.,hvb.,hvr.                                       W24+
vercel       vcp_,vci_,vca_,vcr_,vck_                             A24+
vercel       vercel_blob_rw_                                      A16_A20+
xai          xai-                                                 A70+
mapbox       sk.eyJ,tk.eyJ                                        W40+.W20+
nvidia       nvapi-                                               W40+
pinecone     pcsk_                                                W40+
netlify      nfp_,nfc_,nfo_,nfu_,nfb_                             A36+
render       rnd_                                                 A24+
neon         napi_                                                L48+
buildkite    bkua_,bkaj_,bkct_,bkpat_,bkor_,bkcq_                 L40+
circleci     CCIPAT_,CCIPRJ_                                      A20-24_H40
sonar        sqp_,squ_,sqa_                                       H40
elevenlabs   sk_                                                  H48
langfuse     sk-lf-                                               V
posthog      phx_,phs_,pha_,phr_                                  A40+
resend       re_                                                  A8_A20-32 L8_A20-32
tavily       tvly-,tvly-dev-,tvly-prod-                           A28+ W28+
firecrawl    fc-                                                  H32
firecrawl    fcr_                                                 A24+
brevo        xkeysib-,xsmtpsib-                                   H64-A16
razorpay     rzp_live_,rzp_test_                                  A14+
hubspot      pat-na1-,pat-na2-,pat-na3-,pat-eu1-,pat-ap1-         V
hubspot      CiR                                                  W140+
typeform     tfp_                                                 W40+
contentful   CFPAT-                                               W43
contentful   ctfp_                                                W40+
airtable     pat                                                  A14.H64
clickup      pk_                                                  D5-10_U32
dropbox      sl.                                                  W130+
dropbox      sl.u.                                                W130+
braintree    access_token$production$,access_token$sandbox$       L16$H32
plaid        access-sandbox-,access-development-,access-production- V
facebook     EAA                                                  A80+
instagram    IGQV,IGAA                                            W100+
twitter      AAAAAAAAAAAAAAAAAAAAA                                K60-150 M60-150
cerebras     csk-                                                 A40+
together     tgp_v1_                                              W40+
fireworks    fw_                                                  A20+
jina         jina_                                                W50+
voyage?      pa-                                                  W40-50
brave        BSA                                                  W27-28
runpod       rpa_                                                 A36+
e2b          e2b_                                                 H40
daytona      dtn_                                                 H64
apify        apify_api_,apify_proxy_                              A30+
scrapfly     scp-live-,scp-test-                                  H32
mem0         m0-                                                  A40
browserbase  bb_live_,bb_test_                                    W24-60
modal        ak-,as-                                              A22
wandb        wandb_v1_                                            W40+
cursor       crsr_,key_                                           H64
statsig?     secret-,console-                                     A40-50
stytch       secret-live-,secret-test-                            P36-60
launchdarkly sdk-                                                 V
axiom        xaat-,xapt-,xait-                                    V
honeycomb    hcaik_,hcbik_,hcxik_,hcalk_,hcamk_,hcxlk_,hcxmk_     L40-80
rootly       rootly_                                              H64
pagerduty    pdus+                                                W20+
checkly      cu_                                                  H32
cratesio     cio                                                  A32
nuget        oy2                                                  L43
dbt          dbtc_,dbtu_,dbts_                                    P36+
cockroach    CCDB1_                                               A22_A40
mongodb      mdb_sa_sk_                                           W40
xata         xau_                                                 A40+
tinybird     p.eyJ                                                W40+.W20+
deno         ddp_,ddw_,ddo_                                       A36
jsr          jsrp_,jsrd_                                          A36+
gitpod       gitpod_pat_                                          P30+
valtown      vtwn_                                                A24+
akamai       akab-                                                L16-L16
harness      pat.,sat.                                            W22.A24.A20
exoscale     EXO                                                  H24
scaleway     SCW                                                  U17
upcloud      ucat_                                                U26
onesignal    os_v2_app_,os_v2_org_                                L80+
telnyx       KEY0                                                 U30-31_A22
pubnub       sec-c-                                               A40-60 V
imagekit     private_                                             B27=
liveblocks   sk_dev_                                              W40+
brex         bxt_                                                 A36+
woocommerce  ck_,cs_                                              H40
klaviyo      pk_                                                  H34
mandrill?    md-                                                  W22
zoho         1000.                                                H32.H32
salesforce   00D                                                  A12-15!P80+
close        api_                                                 A22.A22
adafruit     aio_                                                 A28
shippo       shippo_live_,shippo_test_                            H40
mollie?      live_,test_                                          A30
flutterwave  FLWSECK-,FLWSECK_TEST-,FLWPUBK-,FLWPUBK_TEST-        H12 H32-X A28-40-X
prismic      MC5                                                  P60+
persona      persona_sandbox_,persona_production_                 V
aftership    asat_                                                H32
snyk         snyk_uat.,snyk_sat.                                  P40+
openshift    sha256~                                              W43
composio?    uak_,ak_                                             W18-24
steel        ste-                                                 A40+
hyperbrowser hb_                                                  H32
n8n          n8n_api_                                             A30+
infisical    st.                                                  H24.H32.H32 V.H32.H32
onepassword  A3-                                                  U6-U11-U5-U5-U5 U6-U6-U5-U5-U5-U5
`,
} as const
