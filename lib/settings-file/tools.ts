import "server-only";
import { z } from "zod";
import { readTools, writeTool } from "@/db/queries/settings-file/settings-file";
import { BUILTIN_TOOLS } from "@/lib/config/tool-kinds";
import { identifier, secret } from "@/lib/text/line";
import { invalidateTools } from "@/lib/tools/registry";
import { defineSection } from "./section";

const small = z.union([secret(2000), z.number(), z.boolean(), z.null()]);
/** Files of earlier versions held the one search service here, which has a section of its own now. */
const settings = z
  .record(identifier(60), small)
  .transform(({ provider: _provider, baseUrl: _baseUrl, ...rest }) => rest as Record<string, z.infer<typeof small>>);

export const toolsSection = defineSection({
  name: "tools",
  item: z.strictObject({
    key: z.enum(BUILTIN_TOOLS),
    confirm: z.boolean(),
    enabled: z.boolean(),
    optional: z.boolean(),
    visibility: z.enum(["all", "partial"]),
    settings,
  }),
  read: async (db) =>
    (await readTools(db)).map(({ settings, ...row }) => ({ ...row, settings: settings as Record<string, string> })),
  secrets: async () => [],
  refusal: () => null,
  write: (tx, _actor, item) => writeTool(tx, item),
  invalidate: invalidateTools,
});
