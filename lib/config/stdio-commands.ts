/** A command line that may be started as an MCP server, and the variables people may give it values for. */
export interface StdioCommand {
  command: string;
  args: readonly string[];
  variables: readonly string[];
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,80}$/;
/** Variables by which a program is made to load or run something else, or that we set ourselves. */
const FORBIDDEN_NAMES = new Set([
  "PATH",
  "HOME",
  "LANG",
  "SHELL",
  "SHELLOPTS",
  "BASHOPTS",
  "IFS",
  "ENV",
  "PS4",
  "PERLLIB",
  "GCONV_PATH",
  "GLIBC_TUNABLES",
  "CLASSPATH",
  "JAVA_TOOL_OPTIONS",
  "JDK_JAVA_OPTIONS",
  "_JAVA_OPTIONS",
  "OPENSSL_CONF",
]);
const FORBIDDEN_BEGINNINGS = /^(LD_|DYLD_|NODE_|NPM_|PYTHON|UV_|PIP_|BASH_|PERL5|RUBY|GIT_|PHP|BUN_|DENO_|ELECTRON_)/i;

/** Whether an MCP server may never be given this variable, whatever MCP_STDIO says. */
export function isForbiddenVariable(name: string): boolean {
  return FORBIDDEN_NAMES.has(name.toUpperCase()) || FORBIDDEN_BEGINNINGS.test(name);
}

/**
 * MCP_STDIO: whole command lines, one a line or separated by `;`, each with the names of the variables that may be set in
 * `[ENV: A, B]` at its end. Quotes keep an argument with spaces together. Throws what is wrong, for the start's one line.
 */
export function parseStdioCommands(text: string): StdioCommand[] {
  const found = splitLines(text).map(parseLine);
  const lines = found.map(commandLineText);
  const twice = lines.findIndex((line, index) => lines.indexOf(line) !== index);
  if (twice !== -1) throw new Error(`lists ${found[twice]?.command} twice with the same arguments`);
  return found;
}

/** A command line as people read it; arguments that would be taken apart are quoted. */
export function commandLineText({ command, args }: Pick<StdioCommand, "command" | "args">): string {
  return [command, ...args].map((word) => (/^[^\s"'[\];]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

function splitLines(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  let quote = "";
  for (const sign of text) {
    if (quote ? sign === quote : sign === '"' || sign === "'") quote = quote ? "" : sign;
    if (!quote && (sign === ";" || sign === "\n")) {
      lines.push(line);
      line = "";
    } else line += sign;
  }
  if (quote) throw new Error(`has a quote (${quote}) that is not closed`);
  return [...lines, line].map((one) => one.trim()).filter(Boolean);
}

function parseLine(line: string): StdioCommand {
  const [, rest = "", names] = /^(.*?)(?:\s*\[ENV:([^\]]*)\])?$/s.exec(line) ?? [];
  const [command, ...args] = wordsOf(rest);
  if (!command) throw new Error("has an entry without a command");
  if (command.includes(",")) throw new Error("separates its command lines by line breaks or ; and not by commas");
  const variables = (names ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of variables) {
    if (!VARIABLE.test(name)) throw new Error(`names ${name}, which is no name of a variable`);
    if (isForbiddenVariable(name)) throw new Error(`may not let ${name} be set: it decides what is run`);
  }
  return { command, args, variables: [...new Set(variables)] };
}

function wordsOf(text: string): string[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_all, double, single) => double ?? single));
}
