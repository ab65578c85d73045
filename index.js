// OpenCode 2 loads a plugin folder by the index.js in it, whatever package.json says.
export { default } from "./dist/server.js"
