import "server-only";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readTools, writeTool } from "@/db/queries/settings-file/settings-file";
import { BUILTIN_TOOLS } from "@/lib/config/tool-kinds";
import { assertAllowedUrl } from "@/lib/net/egress";
import { identifier, secret } from "@/lib/text/line";
import { invalidateTools } from "@/lib/tools/registry";
import { defineSection } from "./section";

const small = z.union([secret(2000), z.number(), z.boolean(), z.null()]);

export const toolsSection = defineSection({
  name: "tools",
  item: z.strictObject({
    key: z.enum(BUILTIN_TOOLS),
    confirm: z.boolean(),
    enabled: z.boolean(),
    optional: z.boolean(),
    visibility: z.enum(["all", "partial"]),
    settings: z.record(identifier(60), small),
  }),
  read: async (db) =>
    (await readTools(db)).map(({ hasSecret: _, settings, ...row }) => ({
      ...row,
      settings: settings as Record<string, string>,
    })),
  secrets: async (db) => (await readTools(db)).filter(({ hasSecret }) => hasSecret).map(({ key }) => key),
  refusal: ({ key, settings }, { current }) => {
    const here = current.get(key);
    const goesTo = (of: typeof settings | undefined) => [of?.provider ?? "", of?.baseUrl ?? ""];
    // A key that is stored here stays with its service (SECURITY SK-02).
    if (here && !isDeepStrictEqual(goesTo(here.settings), goesTo(settings))) return "secretsAtStake";
    try {
      if (settings.baseUrl) assertAllowedUrl(String(settings.baseUrl), "supplier");
    } catch {
      return "addressRefused";
    }
    return null;
  },
  write: (tx, _actor, item) => writeTool(tx, item),
  invalidate: invalidateTools,
});
