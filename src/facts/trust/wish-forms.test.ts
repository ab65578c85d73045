import { expect, test } from "bun:test"
import { hasWishForm } from "./wish-forms.ts"

const WISHED = `
use tabs, not spaces
we deploy on fridays
提交前先跑一下 lint
我们这里一律用 pnpm
不要动 migrations 目录
把日志级别改成 debug
變數名稱請用英文
コミットメッセージは英語でお願いします
テストでDBをモックしないで
pnpmで。
インデントはタブ派なので
うちのチームではsquash mergeを使ってます
커밋 메시지는 영어로 써줘
테스트에서 DB 목킹하지 마
우리는 yarn 말고 pnpm 씁니다
리뷰 전에 반드시 린트 돌릴 것
не трогай миграции
у нас всё на pnpm
тесты пиши рядом с исходником
в проде ничего не менять без ревью
будь ласка, не чіпай конфіг
`

const REPORTED = `
the build fails on step three
这个函数返回 null
用户登录后页面一直在加载
服务器总是返回 500
重要的日志都在 /var/log 里
サーバーが500を返している
nullではなく空配列が返ってくる
起動時にクラッシュして、ログには何も出ない
テストが毎回同じところで落ちる
서버가 항상 500을 반환한다
null 대신 빈 배열이 나온다
빌드가 세 번째 단계에서 실패함
сборка падает на третьем шаге
функция возвращает null, в логах пусто
сервер не может найти файл
в этом случае тест зависает
`

const linesOf = (block: string) => block.trim().split("\n")

test("a wish is recognised in every script", () => {
  expect(linesOf(WISHED).filter((line) => !hasWishForm(line))).toEqual([])
})

test("a mere report is no wish in any script", () => {
  expect(linesOf(REPORTED).filter(hasWishForm)).toEqual([])
})
