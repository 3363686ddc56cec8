import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { budgetQuery, newBudget } from "@/lib/features/gateway/budget-schema";
import { budgetsDto } from "@/lib/features/gateway/dto";
import { createBudget, listBudgets } from "@/lib/features/gateway/service/budgets";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List money budgets with what is used of them",

  any: [P.GATEWAY],
  query: budgetQuery,
  response: budgetsDto,
  run: ({ actor, query }) => listBudgets(actor, query),
});

export const POST = handler({
  summary: "Set a money budget",

  any: [P.GATEWAY],
  audit: "gateway.budget.create",
  body: newBudget,
  response: madeId,
  run: ({ actor, body }) => createBudget(actor, body),
});
