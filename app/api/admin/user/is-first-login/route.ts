import { handler } from "@/lib/http/route";

export const GET = handler({
  signedIn: true,
  beforePasswordChange: true,
  run: ({ actor }) => ({ isFirstLogin: actor.mustChangePassword }),
});
