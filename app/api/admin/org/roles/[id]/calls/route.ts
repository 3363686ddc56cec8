import type { RoleCall } from "@/lib/features/roles/dto";
import { codesOfRole } from "@/lib/features/roles/service/preview";
import { METHODS } from "@/lib/http/openapi";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.ORG_ROLE, P.ORG_USER],
  params: idParam,
  run: async ({ actor, params }): Promise<{ items: RoleCall[] }> => {
    const codes = await codesOfRole(actor, params.id);
    // The list names this file too: read when it is asked for, so that neither waits for the other.
    const { API_ENTRIES } = await import("@/app/api/openapi.json/entries");
    const items: RoleCall[] = [];
    for (const { path, load, operations } of API_ENTRIES) {
      const module = await load();
      for (const method of METHODS) {
        const access = module[method]?.declaration.access;
        if (!access || !("any" in access) || !access.any.some((code) => codes.includes(code))) continue;
        const address = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
        const text = operations[method];
        items.push({ method, path: address, summary: typeof text === "string" ? text : (text?.summary ?? "") });
      }
    }
    return { items };
  },
});
