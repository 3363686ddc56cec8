import { handler } from "@/lib/endpoint/route";
import { SUPPLIER_TEMPLATES } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Kinds of model suppliers",
  any: [P.CONFIG_MODELS],
  run: () => ({ items: SUPPLIER_TEMPLATES }),
});
