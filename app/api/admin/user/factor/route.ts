import { handler } from "@/lib/endpoint/route";
import { factorDto, factorSetUpDto } from "@/lib/features/account/dto";
import { factorBegin } from "@/lib/features/account/schema";
import { beginSecondFactor, ownFactor } from "@/lib/features/account/service/second-factor";

export const GET = handler({
  summary: "The own second factor",
  signedIn: true,
  beforeReady: "factor",
  response: factorDto,
  run: ({ actor }) => ownFactor(actor),
});

/** Begins a set-up; the secret is in this answer and nowhere else. */
export const POST = handler({
  summary: "Begin to set up a second factor",

  signedIn: true,
  beforeReady: "factor",
  whenReadOnly: true,
  audit: "auth.factor.begin",
  body: factorBegin,
  response: factorSetUpDto,
  run: ({ actor, body }) => beginSecondFactor(actor, body.password),
});
