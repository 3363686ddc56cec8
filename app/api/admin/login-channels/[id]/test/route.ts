import { envelope } from "@/lib/endpoint/envelope";
import { handler, idParam } from "@/lib/endpoint/route";
import { channelTest } from "@/lib/features/login-channels/schema";
import { testChannel } from "@/lib/features/login-channels/service/tests";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a login channel with the real handshake",

  any: [P.CONFIG_SSO],
  audit: "login-channel.test",
  params: idParam,
  body: channelTest,
  run: async ({ actor, params, body, request }) => {
    const { started, cookie } = await testChannel(actor, params.id, body, request);
    return envelope(200, started, "", cookie ? { "set-cookie": cookie } : {});
  },
});
