import { handler } from "@/lib/endpoint/route";
import { loginMethodsDto } from "@/lib/features/auth/dto";
import { loginMethods } from "@/lib/features/auth/service/choices";

/** Login methods that are on. Password login is always there (spec A2); channels join when they are enabled. */
export const GET = handler({
  summary: "Login methods that are on",

  signedIn: true,
  response: loginMethodsDto,
  run: async ({ locale }) => ({ methods: await loginMethods(locale) }),
});
