import "server-only";
import { BUILTIN_TOOLS } from "@/lib/config/tool-kinds";
import { TOOLS } from "@/lib/generated/tools";
import type { BuiltinTool } from "./tool";

/** In the order the console shows them. Areas' tools are among them: they are known once everything is loaded. */
export function builtinTools(): BuiltinTool[] {
  return BUILTIN_TOOLS.map((key) => {
    const tool = findBuiltin(key);
    if (!tool) throw new Error(`no tool "${key}"`);
    return tool;
  });
}

export function findBuiltin(key: string): BuiltinTool | undefined {
  return TOOLS.find((tool) => tool.key === key);
}
