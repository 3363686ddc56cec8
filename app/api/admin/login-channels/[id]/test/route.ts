import { answerWith } from "@/lib/endpoint/envelope";
import { handler, idParam } from "@/lib/endpoint/route";
import { startedTestDto } from "@/lib/features/login-channels/dto";
import { channelTest } from "@/lib/features/login-channels/schema";
import { testChannel } from "@/lib/features/login-channels/service/tests";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a login channel with the real handshake",

  any: [P.CONFIG_SSO],
  audit: "login-channel.test",
  params: idParam,
  body: channelTest,
  response: startedTestDto,
  run: async ({ actor, params, body, request }) => {
    const { started, cookie } = await testChannel(actor, params.id, body, request);
    return answerWith(started, { headers: cookie ? { "set-cookie": cookie } : {} });
  },
});
