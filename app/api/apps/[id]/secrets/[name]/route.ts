import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { secretInput, secretParams } from "@/lib/features/apps/secrets-schema";
import { deleteSecret, saveSecret } from "@/lib/features/apps/service/secrets";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Keep a secret of a workflow",
  audit: "app.secret.save",
  any: [P.APPS_WORKBENCH],
  params: secretParams,
  body: secretInput,
  response: nothing,
  run: ({ actor, params, body }) => saveSecret(actor, params.id, params.name, body),
});

export const DELETE = handler({
  summary: "Delete a secret of a workflow",
  audit: "app.secret.delete",
  any: [P.APPS_WORKBENCH],
  params: secretParams,
  response: nothing,
  run: ({ actor, params, confirmed }) => deleteSecret(actor, params.id, params.name, confirmed),
});
