import { handler } from "@/lib/endpoint/route";
import { firstLoginDto } from "@/lib/features/auth/dto";

export const GET = handler({
  summary: "Whether a password change is due",

  signedIn: true,
  beforeReady: "always",
  response: firstLoginDto,
  run: ({ actor }) => ({ isFirstLogin: actor.pending.includes("password"), pending: actor.pending }),
});
