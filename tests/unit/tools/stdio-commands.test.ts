import { parseEnv } from "@/lib/config/env";
import { commandLineText, parseStdioCommands } from "@/lib/config/stdio-commands";

describe("MCP_STDIO", () => {
  it("lists whole command lines with the variables that may be set", () => {
    const text = `npx -y some-server@1.2.3 --root "/srv/my notes" [ENV: API_TOKEN, REGION];
      /usr/local/bin/weather-mcp
      tool '--greeting=a;b' [ENV:]`;
    expect(parseStdioCommands(text)).toEqual([
      {
        command: "npx",
        args: ["-y", "some-server@1.2.3", "--root", "/srv/my notes"],
        variables: ["API_TOKEN", "REGION"],
      },
      { command: "/usr/local/bin/weather-mcp", args: [], variables: [] },
      { command: "tool", args: ["--greeting=a;b"], variables: [] },
    ]);
    expect(parseStdioCommands(" ;\n; ")).toEqual([]);
  });

  it("is shown as it can be written", () => {
    const [parsed] = parseStdioCommands(`npx --root "/srv/my notes" ''`);
    expect(commandLineText(parsed!)).toBe(`npx --root "/srv/my notes" ""`);
  });

  it.each([
    ["/bin/a,/bin/b", /commas/],
    ["a 'b", /not closed/],
    ["a [ENV: B C]", /no name of a variable/],
    ["[ENV: TOKEN]", /without a command/],
    ["a --x; a  --x", /twice/],
    ...[
      "PATH",
      "HOME",
      "NODE_OPTIONS",
      "LD_PRELOAD",
      "PYTHONPATH",
      "npm_config_registry",
      "BASH_ENV",
      "DYLD_INSERT_LIBRARIES",
    ].map((name) => [`a [ENV: ${name}]`, new RegExp(`may not let ${name} be set`)] as [string, RegExp]),
  ] as [string, RegExp][])("refuses %s at the start, in one line", (text, words) => {
    expect(() => parseEnv({ MCP_STDIO: text })).toThrow(words);
    expect(() => parseEnv({ MCP_STDIO: text })).toThrow(/^Wrong environment: MCP_STDIO [^\n]+$/);
  });
});
