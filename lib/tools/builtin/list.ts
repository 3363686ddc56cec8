import "server-only";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import { calculate } from "./calculate";
import { currentTime } from "./current-time";
import { generateImage } from "./generate-image";
import { readPage } from "./read-page";
import { runCode } from "./run-code";
import type { BuiltinTool } from "./tool";
import { webSearch } from "./web-search";

/** In the order the console shows them. */
export const BUILTINS: readonly BuiltinTool[] = [webSearch, readPage, currentTime, calculate, runCode, generateImage];

export function findBuiltin(key: string): BuiltinTool | undefined {
  return BUILTINS.find((tool) => tool.key === (key as BuiltinToolKey));
}
