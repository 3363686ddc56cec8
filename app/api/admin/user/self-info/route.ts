import { renewedCookie } from "@/lib/auth/cookie";
import { ownLanguageCookie } from "@/lib/auth/language-cookie";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { selfInfoDto } from "@/lib/features/auth/dto";
import { selfInfo } from "@/lib/features/auth/service/account";
import { requestLocale } from "@/lib/i18n/translate";

export const GET = handler({
  summary: "The caller's profile, permissions and menus",

  signedIn: true,
  beforeReady: "always",
  // The browser asks every minute and on focus: that renews the codes in the page cookie (ARCHITECTURE 4), and the language.
  response: selfInfoDto,
  run: async ({ actor, request }) => {
    const headers = new Headers({ "set-cookie": await renewedCookie(actor, request.headers) });
    // Chosen on another device: the next page follows.
    if (actor.language && actor.language !== requestLocale(request.headers))
      headers.append("set-cookie", await ownLanguageCookie(actor.language, request.headers));
    return answerWith(await selfInfo(actor), { headers });
  },
});
