import { useTranslations } from "next-intl";
import { BUILTIN_TOOLS, type BuiltinToolKey } from "@/lib/config/tool-kinds";

const isBuiltin = (name: string): name is BuiltinToolKey => (BUILTIN_TOOLS as readonly string[]).includes(name);

/** How a tool is called in the person's language; those of MCP servers carry their own title. Needs area `chat-more`. */
export function useToolName(): (tool: { name: string; title?: string }) => string {
  const t = useTranslations("chat-more.builtin");
  return ({ name, title }) => (isBuiltin(name) ? t(name) : title || name);
}
