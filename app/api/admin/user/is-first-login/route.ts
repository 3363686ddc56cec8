import { handler } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "Whether a password change is due",

  signedIn: true,
  beforeReady: "always",
  run: ({ actor }) => ({ isFirstLogin: actor.pending.includes("password"), pending: actor.pending }),
});
