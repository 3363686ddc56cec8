import * as field from "@/lib/client/address";
import { REVIEW_SIDES, type ReviewSide } from "@/lib/config/review-kinds";
import type { BuiltinToolDto, McpServerDto, McpToolDto, ToolListDto } from "./dto";

export const TOOL_FILTERS = ["all", "on", "off", "abnormal", "review"] as const;
export type ToolFilterState = (typeof TOOL_FILTERS)[number];

export const TOOL_TABS = ["tools", "people", "review", "hits"] as const;
export type ToolTab = (typeof TOOL_TABS)[number];

export interface ToolFilter {
  tab: ToolTab;
  keyword: string;
  state: ToolFilterState;
  /** Of hits of review rules: which side, which rule, and the page. */
  side: ReviewSide | "all";
  rule: string | null;
  page: number;
  /**
   * The drawer that is open: `add`, a built-in tool, a server's id, `try:<name>`, `review:<id>` or `provider:<id>`; `new` or
   * a review rule; a hit.
   */
  open: string | null;
}

export const toolsAddress = field.addressCodec<ToolFilter>({
  tab: field.beside(field.oneOf("tab", TOOL_TABS, "tools")),
  keyword: field.words(),
  state: field.oneOf("state", TOOL_FILTERS, "all"),
  side: field.oneOf("side", REVIEW_SIDES, "all"),
  rule: field.id("rule"),
  page: field.page(),
  open: field.open((text) => (/^[\w:-]{1,80}$/.test(text) ? text : null)),
});

export function isBuiltinOn(tool: BuiltinToolDto): boolean {
  return tool.enabled && tool.ready;
}

/** People can use it: nothing of it or of its server stands in the way. */
export function isServerToolOn(server: McpServerDto, tool: McpToolDto): boolean {
  return server.enabled && tool.enabled && !tool.pending && !tool.missing;
}

function builtinIs(tool: BuiltinToolDto, state: ToolFilterState): boolean {
  if (state === "all") return true;
  if (state === "abnormal") return tool.status === "abnormal";
  return state !== "review" && isBuiltinOn(tool) === (state === "on");
}

function serverToolIs(server: McpServerDto, tool: McpToolDto, state: ToolFilterState): boolean {
  if (state === "all") return true;
  if (state === "abnormal") return server.status === "abnormal";
  if (state === "review") return tool.pending !== null;
  return isServerToolOn(server, tool) === (state === "on");
}

/** How many tools each state has. */
export function countTools({ builtin, servers }: ToolListDto, state: ToolFilterState): number {
  const ofServers = servers.map((server) => server.tools.filter((tool) => serverToolIs(server, tool, state)).length);
  return ofServers.reduce((sum, count) => sum + count, builtin.filter((tool) => builtinIs(tool, state)).length);
}

export interface ServerWithTools {
  server: McpServerDto;
  tools: McpToolDto[];
}

/** What the filter leaves. `textOf`: the name and description a built-in tool has in the person's language. */
export function filterTools(
  { builtin, servers }: ToolListDto,
  { keyword, state }: Pick<ToolFilter, "keyword" | "state">,
  textOf: (tool: BuiltinToolDto) => string,
): { builtin: BuiltinToolDto[]; servers: ServerWithTools[] } {
  const wanted = keyword.trim().toLowerCase();
  const isIn = (text: string) => text.toLowerCase().includes(wanted);
  const isFiltered = wanted !== "" || state !== "all";
  return {
    builtin: builtin.filter((tool) => builtinIs(tool, state) && isIn(`${tool.key}\n${textOf(tool)}`)),
    servers: servers.flatMap((server) => {
      const isNamed = isIn(`${server.name}\n${server.url ?? server.command ?? ""}`);
      const tools = server.tools.filter(
        (tool) =>
          serverToolIs(server, tool, state) &&
          (isNamed || isIn(`${tool.name}\n${tool.remoteName}\n${tool.title}\n${tool.description}`)),
      );
      // One that could not be reached has no tools to show and still must be found.
      const isShown =
        tools.length > 0 ||
        (isNamed && (!isFiltered || state === "all" || (state === "abnormal" && server.status === "abnormal")));
      return isShown ? [{ server, tools }] : [];
    }),
  };
}
