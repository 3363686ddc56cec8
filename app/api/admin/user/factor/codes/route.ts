import { handler } from "@/lib/endpoint/route";
import { recoveryCodesDto } from "@/lib/features/account/dto";
import { factorProof } from "@/lib/features/account/schema";
import { renewRecoveryCodes } from "@/lib/features/account/service/second-factor";

export const POST = handler({
  summary: "Make new recovery codes; the old ones stop working",

  signedIn: true,
  whenReadOnly: true,
  audit: "auth.factor.codes",
  body: factorProof,
  response: recoveryCodesDto,
  run: ({ actor, body }) => renewRecoveryCodes(actor, body),
});
