import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { budgetPatch } from "@/lib/features/gateway/budget-schema";
import { changeBudget, deleteBudget } from "@/lib/features/gateway/service/budgets";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a money budget, or switch it",

  any: [P.GATEWAY],
  audit: "gateway.budget.change",
  params: idParam,
  body: budgetPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeBudget(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a money budget",

  any: [P.GATEWAY],
  audit: "gateway.budget.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteBudget(actor, params.id),
});
