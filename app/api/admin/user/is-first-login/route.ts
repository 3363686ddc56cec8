import { handler } from "@/lib/http/route";

export const GET = handler({
  signedIn: true,
  beforeReady: "always",
  run: ({ actor }) => ({ isFirstLogin: actor.pending.includes("password"), pending: actor.pending }),
});
