import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { factorProof } from "@/lib/features/account/schema";
import { removeSecondFactor } from "@/lib/features/account/service/second-factor";

export const POST = handler({
  summary: "Turn the own second factor off",

  signedIn: true,
  whenReadOnly: true,
  audit: "auth.factor.remove",
  body: factorProof,
  response: nothing,
  run: ({ actor, body }) => removeSecondFactor(actor, body),
});
