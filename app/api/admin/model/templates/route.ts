import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { supplierTemplateDto } from "@/lib/features/models/dto";
import { SUPPLIER_TEMPLATES } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Kinds of model suppliers",
  any: [P.CONFIG_MODELS],
  response: listOf(supplierTemplateDto),
  run: () => ({ items: [...SUPPLIER_TEMPLATES] }),
});
