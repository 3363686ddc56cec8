import { handler } from "@/lib/http/route";

/** Login methods that are on. Password login is always there (AHEAD A2); channels join when they are configured. */
export const GET = handler({
  signedIn: true,
  run: () => ({ methods: [{ type: "password", name: "password" }] }),
});
