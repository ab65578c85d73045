import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { RULE_EXAMPLES } from "../../test/bed/secret-examples.ts"
import { redact, redactText } from "./redact.ts"

const key = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"

describe("labelled secrets", () => {
  test.each([
    ["password=hunter2", "password=[REDACTED:password]"],
    ["Password: sushi", "Password: [REDACTED:password]"],
    ["the password is hunter2.", "the password is [REDACTED:password]."],
    ["DB_PASSWORD='two words'", "DB_PASSWORD='[REDACTED:password]'"],
    ['passphrase: "correct horse battery staple"', 'passphrase: "[REDACTED:password]"'],
    ["login --password hunter2 --verbose", "login --password [REDACTED:password] --verbose"],
    ['{"password": "hunter2", "user": "bob"}', '{"password": "[REDACTED:password]", "user": "bob"}'],
    ['{\\"password\\": \\"hunter2\\"}', '{\\"password\\": \\"[REDACTED:password]\\"}'],
    ['const token: string = "abc123def456"', 'const token: string = "[REDACTED:token]"'],
    ['os.environ["API_KEY"] = "abc123def456"', 'os.environ["API_KEY"] = "[REDACTED:api-key]"'],
    ['client.setPassword("hunter2aB3dE5")', 'client.setPassword("[REDACTED:password]")'],
    ["<password>hunter2</password>", "<password>[REDACTED:password]</password>"],
    ["**Password:** hunter2", "**Password:** [REDACTED:password]"],
    ["| token | abc123def456 |", "| token | [REDACTED:token] |"],
    ["Server=db;Uid=sa;Pwd=Adm1n!pw;", "Server=db;Uid=sa;Pwd=[REDACTED:password];"],
    [`ENCRYPTION_KEY=${"9f3a07be5c61d284".repeat(4)}`, "ENCRYPTION_KEY=[REDACTED:api-key]"],
    [`SECRET_KEY_BASE=${key}`, "SECRET_KEY_BASE=[REDACTED:private-key]"],
    [`export MY_KEY=${key}`, "export MY_KEY=[REDACTED:key]"],
    [`the deploy token (${key}) expires`, "the deploy token ([REDACTED:token]) expires"],
    ["token=550e8400-e29b-41d4-a716-446655440000", "token=[REDACTED:token]"],
    ["PIN: 4821", "PIN: [REDACTED:pin]"],
    ["the password's A1eYs1L0myq, check panel 93", "the password's [REDACTED:password], check panel 93"],
    ["mdp du serveur : Parapluie88$ — regarde", "mdp du serveur : [REDACTED:password] — regarde"],
    ["Clave del router: Ventana41!, entra", "Clave del router: [REDACTED:password], entra"],
    [
      "sudo wants a password, give it Glacier8222* and go on",
      "sudo wants a password, give it [REDACTED:password] and go on",
    ],
    [
      "the old password was Turn1p%56 and the new one is k7Tq2+mVz9",
      "the old password was [REDACTED:password] and the new one is [REDACTED:password]",
    ],
    [
      "my api key for the geocoder is 368b846b39f233c5560842bcc411f5a0, wire it",
      "my api key for the geocoder is [REDACTED:api-key], wire it",
    ],
    ["the unlock pin of the phone is 739204, go", "the unlock pin of the phone is [REDACTED:pin], go"],
    ["//host/:_authToken=abc123def456", "//host/:_authToken=[REDACTED:token]"],
  ])("%p becomes %p", (text, expected) => expect(redactText(text)).toBe(expected))

  test.each([
    ["zh", "密码：sushi，用于测试", "密码：[REDACTED:password]，用于测试"],
    ["zh", "密码是 hunter2", "密码是 [REDACTED:password]"],
    ["zh", "API密钥：abc123def", "API密钥：[REDACTED:api-key]"],
    ["ja", "パスワードは「hunter2」です", "パスワードは「[REDACTED:password]」です"],
    ["ja", "APIキー：abc123def", "APIキー：[REDACTED:api-key]"],
    ["ko", "비밀번호는 hunter2", "비밀번호는 [REDACTED:password]"],
    ["ko", "API 키: abc123def", "API 키: [REDACTED:api-key]"],
    ["es", "la contraseña es hunter2", "la contraseña es [REDACTED:password]"],
    ["es", "clave de API: abc123def", "clave de API: [REDACTED:api-key]"],
    ["fr", "mot de passe : hunter2", "mot de passe : [REDACTED:password]"],
    ["fr", "clé API : abc123def", "clé API : [REDACTED:api-key]"],
    ["de", "das Passwort lautet hunter2", "das Passwort lautet [REDACTED:password]"],
    ["de", "API-Schlüssel: abc123def", "API-Schlüssel: [REDACTED:api-key]"],
  ])("%s: %p becomes %p", (_language, text, expected) => expect(redactText(text)).toBe(expected))
})

describe("a secret of several words or lines", () => {
  test.each([
    [
      "la phrase secrète de la clé c'est tournesol hérisson citrouille chaussette, signe",
      "la phrase secrète de la clé c'est [REDACTED:password], signe",
    ],
    [
      "The passphrase for my key is glacier cobalt turnip pickle, use that when gpg asks",
      "The passphrase for my key is [REDACTED:password], use that when gpg asks",
    ],
    ["la phrase secrète est « brouette givre lavande »", "la phrase secrète est « [REDACTED:password] »"],
    ["das Passwort lautet »Kiesel9Lampe«.", "das Passwort lautet »[REDACTED:password]«."],
    [
      "the unlock passphrase for the volume is\n\n    anvil-ribbon-ferret-velvet\n",
      "the unlock passphrase for the volume is\n\n    [REDACTED:password]\n",
    ],
    ["contraseña:\ncigüeña.tambor708ñ\ncon eso", "contraseña:\n[REDACTED:password]\ncon eso"],
    ["mysqldump -u x -p't09AU4M&xC'\"'\"'Dx0CTm2!' shop", "mysqldump -u x -p'[REDACTED:password]' shop"],
    [
      `curl -X POST "https://api.x.example" \\\n  -u "AC35:${key}"`,
      'curl -X POST "https://api.x.example" \\\n  -u "AC35:[REDACTED:password]"',
    ],
    [
      "die Passphrase vom Backup ist „Kiesel Lampe Zebra Orkan“ oder?",
      "die Passphrase vom Backup ist „[REDACTED:password]“ oder?",
    ],
    ["le mot de passe est «hunter2»", "le mot de passe est «[REDACTED:password]»"],
    ["passphrase: |\n  pebble lamp zebra\n  gale onion\nkeep: 14", "passphrase: |\n  [REDACTED:password]\nkeep: 14"],
    [`a:\n  token: >-\n    ${key}\n    ${key}\n  port: 1`, "a:\n  token: >-\n    [REDACTED:token]\n  port: 1"],
    [`token: |\r\n  ${key}\r\n  ${key}\r\nport: 1`, "token: |\r\n  [REDACTED:token]\r\nport: 1"],
    [
      "mysql -u root -p'Ni\"M}Q3 (|&l2' -e 'show databases'",
      "mysql -u root -p'[REDACTED:password]' -e 'show databases'",
    ],
    ['curl -u "bob:it\'s \\"me\\" 9" https://x.example', 'curl -u "bob:[REDACTED:password]" https://x.example'],
    ["Unseal Key 1: iZqaOZdgUcrxI95toI2Kh+pW3mzRw+z6FYZunz126lYH", "Unseal Key 1: [REDACTED:api-key]"],
    [`eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${key}.${key}.${key}`, "[REDACTED:jwt]"],
  ])("%p becomes %p", (text, expected) => expect(redactText(text)).toBe(expected))
})

describe("on a command line and in an address", () => {
  const secret = "k7Tq2+mVz"
  test.each([
    `redis-cli -h cache -a ${secret} info`,
    `sqlcmd -S db -U sa -P ${secret}`,
    `ldapsearch -D cn=admin -w '${secret}' -b dc=x`,
    `unzip -P ${secret} a.zip`,
    `htpasswd -bB /etc/users bob ${secret}`,
    `keytool -list -keystore a.jks -storepass ${secret} -keypass ${secret}`,
    `openssl pkcs12 -in a.pfx -passin pass:${secret} -out a.pem`,
    `ConvertTo-SecureString '${secret}' -AsPlainText`,
    `smbclient //nas/scans -U 'OFFICE\\scanner%${secret}' -c ls`,
    `echo 'bob:${secret}' | sudo chpasswd`,
    `log in as marta.lind / ${secret} and look`,
    `the new pw is now ${secret}. Try it`,
    `dsn := "app_rw:${secret}@tcp(10.8.1.40:3306)/catalog"`,
    `"jdbc:oracle:thin:erp/${secret}@//ora:1521/ERP"`,
    `POSTGRES_PASSWORD: \${DB_PASSWORD:-${secret}}`,
    `7z x night.7z -p${secret} -o/restore`,
    `"auth": { "user": "noreply", "pass": "${secret}" }`,
    `the password i gave you? no, it's ${secret} now, they rotated it`,
    `mdp changé hier soir : maintenant c'est ${secret} et plus l'ancien`,
    `set the keystore password to ${secret} in the gradle config`,
    `login for the old admin panel: marta / ${secret} and so on`,
  ])("%p", (text) => {
    expect(redactText(text)).not.toContain(secret)
    expect(redactText(text)).toBe(text.replaceAll(secret, redactText(text).match(/\[REDACTED:\w+\]/)?.[0] ?? ""))
  })
})

test.each([
  [
    "an empty default",
    `REDIS_URL: redis://:\${REDIS_PASSWORD:-}@cache:6379/0, mail: \${SMTP_PASSWORD:}, jwt: \${JWT_SECRET:#{null}}`,
  ],
  [
    "a number or a plus beside the word",
    "fix the password reset, see cairn#1234, argon2id+sha256 and React18! The GPIO pin is 4567",
  ],
  ["where a passphrase is", "the passphrase for ssh keys is stored encrypted inside gnome keyring"],
  ["a filter in a template", "password: {{ .Values.auth.password | b64enc | quote }}"],
  ["a translation", "error.password=Identifiant ou mot de passe incorrect"],
  ["what only mentions a password", "reset the password of bob2024@x.example with C++17, see auth-v2.ts and docs/a+b1"],
  ["who may read it", "    age: age1gjyp3c26allamrslt3f9vt9xu8mq6x8x9nm2vfp48xfsuhstwgdndkmmgm"],
  ["a label at the end of a line", "Enter the password:\nauthentication-failed\nlogin-incorrect"],
  ["what is said if a variable has no value", `PASSWORD: \${DB_PASSWORD:?must be set}`],
  ["a description in a block", "password: |\n  The password of the user.\n  At least twelve characters."],
  ["the name of a secret", "KEY_ARN=arn:aws:secretsmanager:eu-central-1:987173562851:secret:prod/signing-OTMPza"],
  ["the public key of an assembly", 'name="System.Data" publicKeyToken="b03f5f7f11d50a3a" culture="neutral"'],
  ["a field beside the word", "oauth2/v2/auth?client_id=463703401746-mt4rwbrktakgc7u9ulddysv7o62eskwi.apps.example"],
])("%s is left", (_what, text) => expect(redactText(text)).toBe(text))

describe("a password goes on to the next blank or quote", () => {
  test.each([
    ["DB_PASSWORD=naïve-Käse99", "DB_PASSWORD=[REDACTED:password]"],
    ['password = "Grüße-2024!"', 'password = "[REDACTED:password]"'],
    ["the pw is ñandú§7", "the pw is [REDACTED:password]"],
    ["password=s3cr3t&more;or(less)", "password=[REDACTED:password]"],
    ["password: k{9]Xv&,<Qz|7", "password: [REDACTED:password]"],
    ["DB_PASSWORD=Z.jrloqs)yW-", "DB_PASSWORD=[REDACTED:password]"],
    ["пароль: Ёлка-2024", "пароль: [REDACTED:password]"],
    ["password=hunter2,swordfish", "password=[REDACTED:password]"],
    ["pass: hunt3r&2", "pass: [REDACTED:password]"],
    ["the admin pass is hunt3r&2, keep it", "the admin pass is [REDACTED:password], keep it"],
    ["machine x.org login bob password hunter2", "machine x.org login bob password [REDACTED:password]"],
    ["db.example.org:5432:app:bob:hunter2", "db.example.org:5432:app:bob:[REDACTED:password]"],
    ["login is bob / hunter2", "login is bob / [REDACTED:password]"],
    ["the password of the staging box is Gr@vel-31x", "the password of the staging box is [REDACTED:password]"],
    ["das Kennwort für den Testserver lautet Gr@vel-31x", "das Kennwort für den Testserver lautet [REDACTED:password]"],
    ["la clave del servidor es gr4vel!31, no?", "la clave del servidor es [REDACTED:password], no?"],
    ["creds: admin:tr0ub4dor&3", "creds: [REDACTED:password]"],
    ["(password=hunt3r&2)", "(password=[REDACTED:password])"],
    ["a=1&password=hunt3r!2&b=2", "a=1&password=[REDACTED:password]&b=2"],
    ["Server=db;Pwd=hunt3r!2;Uid=sa", "Server=db;Pwd=[REDACTED:password];Uid=sa"],
    ["<password>hunt3r!2</password>", "<password>[REDACTED:password]</password>"],
    ['"a\\npassword: hunt3r!2\\nb\\n"', '"a\\npassword: [REDACTED:password]\\nb\\n"'],
    ["use 9f3a07be5c61d2849f3a07be5c61d284 as the API key", "use [REDACTED:api-key] as the API key"],
    ["mailgun = '9f3a07be5c61d2849f3a07be5c61d284'", "mailgun = '[REDACTED:api-key]'"],
  ])("%p becomes %p", (text, expected) => expect(redactText(text)).toBe(expected))

  test.each([
    "password:!0,range:!0,search:!0",
    "password: getPassword(user)",
    "PASSWORD=$(cat file)",
    `PASSWORD=\${DB_PASSWORD}`,
    '"password": "Contraseña"',
    '"password": "密码不能为空"',
    "mot de passe : oublié",
    "tests pass: 12 of 12",
    "the password of a user is hashed with bcrypt",
    "the password reset of v2.1.3 is broken since build-112",
    "la clave de la tabla es user_id",
    "(?P<password>[^@]+)@",
    "the login is at https://x.org / staging",
    "login: github / google",
    "password: a@example.org",
    "#define WSMT_EN_TOKEN 0x04EC",
  ])("%p stays", (text) => expect(redact(text)).toEqual({ text, found: [] }))

  const sign = fc.constantFrom(..."abcXYZ0189!@#$%^&*()[]{}<>;,:.?/|~+=_-äßñ§€я密")
  test("nothing of a variable's value is left, whatever signs a manager puts into it", () => {
    const value = fc.array(sign, { minLength: 12, maxLength: 40 }).map((signs) => `aB3${signs.join("")}9z`)
    fc.assert(
      fc.property(value, (password) => {
        const left = redactText(`DB_PASSWORD=${password}\nDB_USER=x`)
        if (left.includes("[REDACTED"))
          expect(left.slice(12).replace(/\[REDACTED:[a-z-]+\][.,;:)\]}>]{0,3}\n/, "")).toBe("DB_USER=x")
      }),
      { numRuns: 2000 },
    )
  })
})

test("a secret longer than any pattern reads leaves nothing behind", () => {
  const secret = Array.from({ length: 3000 }, (_, at) => ((at * 7919) % 1679616).toString(36)).join("")
  expect(secret.length).toBeGreaterThan(9000)
  for (const label of ["Authorization: Bearer ", "access_token=", "api key: ", "password: "])
    expect(redactText(`${label}${secret} and more`)).toMatch(/^[\w :=]+\[REDACTED:[a-z-]+\] and more$/)
  expect(redactText(`https://aws:${secret.slice(0, 3000)}@npm.example.com/`)).toBe(
    "https://aws:[REDACTED:url]@npm.example.com/",
  )
})

describe("secrets in their places", () => {
  test.each([
    ["postgres://app:pa55word@db/x", "postgres://app:[REDACTED:url]@db/x"],
    ["mongodb+srv://u:my@pa55@c.example.net", "mongodb+srv://u:[REDACTED:url]@c.example.net"],
    ["redis://:s3cretpw@localhost:6379", "redis://:[REDACTED:url]@localhost:6379"],
    [`https://${key}@host.example/a`, "https://[REDACTED:url]@host.example/a"],
    [`Authorization: Bearer ${key}`, "Authorization: Bearer [REDACTED:bearer]"],
    ["Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [REDACTED:basic]"],
    [`authorization: token ${key}`, "authorization: token [REDACTED:auth]"],
    [`Cookie: sid=${key}; theme=dark`, "Cookie: sid=[REDACTED:cookie]; theme=dark"],
    [`Set-Cookie: sid=${key}; Path=/; HttpOnly`, "Set-Cookie: sid=[REDACTED:cookie]; Path=/; HttpOnly"],
    ["curl -u admin:hunter2 https://x.y", "curl -u admin:[REDACTED:password] https://x.y"],
    ["sshpass -p 'hunter2' ssh x", "sshpass -p '[REDACTED:password]' ssh x"],
    ["mysql -u root -ps3cr3t db", "mysql -u root -p[REDACTED:password] db"],
    ["docker login -u bob -p hunter2 host", "docker login -u bob -p [REDACTED:password] host"],
    [`https://x.y/cb?access_token=${key}&state=1`, "https://x.y/cb?access_token=[REDACTED:token]&state=1"],
    ["next=%2Fa%3Fpassword%3Dhunter2%26x", "next=%2Fa%3Fpassword%3D[REDACTED:password]%26x"],
  ])("%p becomes %p", (text, expected) => expect(redactText(text)).toBe(expected))
})

describe("what stays", () => {
  test.each([
    "the password manager we use",
    "api key rotation",
    "api_key = process.env.API_KEY",
    `token: \${TOKEN}`,
    `token: \${{ secrets.GITHUB_TOKEN }}`,
    "API_KEY=<your-key>",
    "API_KEY=your_api_key_here",
    "password: xxxx",
    "password: ****",
    'API_KEY=""',
    "const token = await getToken()",
    "password: string;",
    "password?: string",
    "password: Optional[str] = None",
    'password = input("Password: ")',
    "login(user, password=password)",
    "apiKey: options.apiKey,",
    "secret = secrets.token_hex(32)",
    "max_tokens=4096",
    "token budget is 5200 characters",
    "password is required",
    "the token is expired",
    'password: "Password must have 8 characters"',
    '<input type="password" placeholder="Password">',
    "if (password === confirmPassword) {",
    "password: z.string().min(8)",
    "grant_type=password",
    "Basic authentication is required",
    "the bearer of bad news",
    "Authorization: Bearer <token>",
    `Bearer \${token}`,
    "auth: oauth2",
    "secretName: my-app-tls-2024",
    'cache_key = "user:123:profile"',
    `nextPageToken: ${key}`,
    `public_key: ${key}`,
    "password: /run/secrets/db_password",
    "PWD=/home/bob/project",
    "sessionID: ses_5f2a9c1e8b7d4f3a6c",
    "postgres://postgres:postgres@localhost/x",
    `https://user:\${PASSWORD}@host`,
    "https://user@host/path",
    "git@github.com:a/b.git",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    '"integrity": "sha512-oqRpYzlWpYLnVsJSCLJpbGDzS6vHfMPjTxrqqkE4mWzqSFjYmFKiFYlCqBOx4AkbbM2Pgw8PKRlIy1SnCxqvSQ=="',
    "550e8400-e29b-41d4-a716-446655440000",
    "v1.2.3-beta.4",
    "src/auth/token2.ts:123",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "PIN 8 of the connector",
    "密码管理器很好用",
    "密码：不能为空",
    "密码是必填项",
    "パスワードを変更してください",
    "비밀번호를 변경하세요",
    "Passwort vergessen?",
    "mot de passe oublié",
    "password: [REDACTED]",
    "password: [REDACTED:password]",
  ])("%p", (text) => expect(redact(text)).toEqual({ text, found: [] }))
})

test("what was found is counted by kind, in order", () => {
  expect(redact("password=hunter2 password=hunter3 PIN 4821").found).toEqual([
    { kind: "password", count: 2 },
    { kind: "pin", count: 1 },
  ])
})

test("a vendor's key next to a label is one secret, named after the vendor", () => {
  expect(redact(`GITHUB_TOKEN=ghp_${key}abcd`)).toEqual({
    text: "GITHUB_TOKEN=[REDACTED:github]",
    found: [{ kind: "github", count: 1 }],
  })
})

describe("whatever the text", () => {
  const word = fc.constantFrom(
    ..."password token secret key PIN : = is 是 ： \" ' ` \\ \n \r\n , ; ( ) [ ] < > | -- - :// @ % %20 %3D Bearer Basic Cookie: api_key ghp_ eyJ sk- [REDACTED:token] [REDACTED hunter2 abc123def 4821 密码 curl -u a:b1234".split(
      " ",
    ),
    " ",
    key,
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    ...RULE_EXAMPLES.map(({ positive }) => positive),
  )
  const text = fc
    .array(fc.oneof({ weight: 4, arbitrary: word }, fc.string(), fc.string({ unit: "binary" })), { maxLength: 20 })
    .map((parts) => parts.join(""))

  test("redacting twice changes nothing", () => {
    fc.assert(
      fc.property(text, (any) => {
        const once = redactText(any)
        expect(redact(once)).toEqual({ text: once, found: [] })
      }),
      { numRuns: 3000 },
    )
  })

  test("without a secret word and without letters next to digits it is untouched", () => {
    const harmless = fc.oneof(
      fc.constantFrom(
        "the",
        "quick",
        "Brown",
        "fox",
        "jumps",
        "über",
        "犬",
        "=",
        ":",
        ".",
        "\n",
        "/",
        "--",
        "{",
        "}",
        '"',
        "'",
        "%",
      ),
      fc.integer().map(String),
    )
    fc.assert(
      fc.property(fc.array(harmless), (words) => {
        const plain = words.join(" ")
        expect(redact(plain)).toEqual({ text: plain, found: [] })
      }),
      { numRuns: 1000 },
    )
  })

  const wraps: readonly ((secret: string) => string)[] = [
    (secret) => ` ${secret} `,
    (secret) => `\r\n${secret}\r\n`,
    (secret) => `"${secret}"`,
    (secret) => `'${secret}'`,
    (secret) => `\`${secret}\``,
    (secret) => `(${secret})`,
    (secret) => `=${secret}&x=1`,
    (secret) => JSON.stringify(`a\n${secret}\nb`),
    (secret) => encodeURIComponent(` ${secret}\n`),
    (secret) => `curl -H 'X: ${secret}' https://example.org`,
    (secret) => `export X="${secret}" && run`,
    (secret) => `\x1b[31m${secret}\x1b[0m`,
    (secret) => `，${secret}。`,
  ]
  const around = fc
    .array(fc.constantFrom("some", "text", "\n", "42", "é", "…", "{", "]", "//", "#"), { maxLength: 8 })
    .map((parts) => parts.join(" "))

  test("a secret is found wherever it is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RULE_EXAMPLES),
        fc.constantFrom(...wraps),
        around,
        around,
        ({ kind, positive }, wrap, before, after) => {
          const { text: left, found } = redact(`${before} ${wrap(positive)} ${after}`)
          const kinds = found.map((one) => one.kind)
          const ends = [left.slice(0, before.length), left.slice(left.length - after.length)]
          expect({ positive, kinds, ends }).toEqual({
            positive,
            kinds: expect.arrayContaining([kind]),
            ends: [before, after],
          })
        },
      ),
      { numRuns: 3000 },
    )
  })
})

test("signs inside a typed password end it only where code or a field follows", () => {
  expect(redactText("password: Kw4#&l2gzOk=ei9!")).toBe("password: [REDACTED:password]")
  expect(redactText("password: L1v7P=o@vMh<GKz%,BL|")).toBe("password: [REDACTED:password]")
  expect(redactText('password: string = "s3cr3t!x"')).toBe('password: string = "[REDACTED:password]"')
  expect(redactText("mysql --password=>hofS&Us2[<8+Cr@tvW0 -h db")).toEndWith("[REDACTED:password] -h db")
  expect(redactText("<password>s3cr3t!x</password>")).toBe("<password>[REDACTED:password]</password>")
  expect(redactText("machine h login bob password 4^dWIYe33&1KV0")).toEndWith(" password [REDACTED:password]")
  expect(redactText("password=s3cr3t!x;Server=db.example")).toBe("password=[REDACTED:password];Server=db.example")
  expect(redactText("https://x.example/?password=s3cr3t!x&page=2")).toEndWith("&page=2")
})

test("the second of a pair behind a word for signing in is the password", () => {
  const pairs = [
    "the lab's login is viewer / Br4mble-lab-9x, read only",
    "Zugang: ann | Winter#2031x",
    "creds are qa / tUlip_77!k",
  ]
  expect(pairs.map(redactText)).toEqual([
    "the lab's login is viewer / [REDACTED:password] read only",
    "Zugang: ann | [REDACTED:password]",
    "creds are qa / [REDACTED:password]",
  ])
  const plain = [
    "add login / logout buttons",
    "login page / settings are slow",
    "credentials are in config / secrets.yaml",
  ]
  expect(plain.map(redactText)).toEqual(plain)
})
