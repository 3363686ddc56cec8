import { renewedCookie } from "@/lib/auth/cookie";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { selfInfoDto } from "@/lib/features/auth/dto";
import { selfInfo } from "@/lib/features/auth/service/account";

export const GET = handler({
  summary: "The caller's profile, permissions and menus",

  signedIn: true,
  beforeReady: "always",
  // The browser asks every minute and on focus: that renews the codes in the page cookie (ARCHITECTURE 4).
  response: selfInfoDto,
  run: async ({ actor, request }) => {
    const cookie = await renewedCookie(actor, request.headers);
    return answerWith(await selfInfo(actor), { headers: { "set-cookie": cookie } });
  },
});
