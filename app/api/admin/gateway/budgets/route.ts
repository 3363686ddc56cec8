import { budgetQuery, newBudget } from "@/lib/features/gateway/budget-schema";
import { createBudget, listBudgets } from "@/lib/features/gateway/service/budgets";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.GATEWAY],
  query: budgetQuery,
  run: ({ actor, query }) => listBudgets(actor, query),
});

export const POST = handler({
  any: [P.GATEWAY],
  audit: "gateway.budget.create",
  body: newBudget,
  run: ({ actor, body }) => createBudget(actor, body),
});
