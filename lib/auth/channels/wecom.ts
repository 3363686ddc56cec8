import "server-only";
import { z } from "zod";
import { addressOf, codeOf } from "./chat-api";
import { ChannelError } from "./errors";
import type { BeginInput, CompleteInput, OpenChannel, OutsideIdentity, RedirectDriver } from "./types";
import { callWecom, isClosed, wecomMember } from "./wecom-api";
import { wecomPerson } from "./wecom-person";

// @exempt text: answers of identity services

const APP_SECRET = "appSecret";
const id = z.string().max(200).optional();
/** Somebody outside the company has no `userid` but another id; the spelling is that of two ages of the interface. */
const visitor = z.object({ userid: id, UserId: id, openid: id, OpenId: id, external_userid: id });

/** Enterprise chat: a page with a QR code in a browser, a page of the client's own inside it. */
export const wecom: RedirectDriver = {
  async begin({ settings, app }: OpenChannel, { state, callbackUrl, environment }: BeginInput) {
    const { webBase, clientBase } = settings;
    const corpId = String(settings.corpId);
    if (!app.appId) throw new ChannelError("badConfiguration");
    if (environment === "enterprise-chat") {
      const query = {
        appid: corpId,
        redirect_uri: callbackUrl,
        response_type: "code",
        scope: "snsapi_base",
        state,
        agentid: app.appId,
      };
      return { url: `${addressOf(clientBase, "/connect/oauth2/authorize", query)}#wechat_redirect`, secrets: {} };
    }
    const query = { login_type: "CorpApp", appid: corpId, agentid: app.appId, redirect_uri: callbackUrl, state };
    return { url: addressOf(webBase, "/wwlogin/sso/login", query), secrets: {} };
  },

  async complete(channel: OpenChannel, { params }: CompleteInput): Promise<OutsideIdentity> {
    const code = codeOf(params, "code");
    const path = "/cgi-bin/auth/getuserinfo";
    const who = await callWecom(channel, APP_SECRET, { path, query: { code }, schema: visitor });
    const userid = who.userid || who.UserId;
    if (!userid) throw new ChannelError(who.openid || who.OpenId || who.external_userid ? "notMember" : "answer");
    const query = { userid };
    const member = await callWecom(channel, APP_SECRET, { path: "/cgi-bin/user/get", query, schema: wecomMember });
    if (member.userid.toLowerCase() !== userid.toLowerCase()) throw new ChannelError("answer");
    if (isClosed(member)) throw new ChannelError("disabled");
    return { issuer: channel.issuer, ...wecomPerson(member) };
  },
};
