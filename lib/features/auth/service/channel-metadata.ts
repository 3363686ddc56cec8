import "server-only";
import { db } from "@/db/client";
import { channelUrl } from "@/lib/auth/channels/browser";
import { serviceMetadata } from "@/lib/auth/channels/saml-provider";
import { findOpenChannel } from "@/lib/auth/channels/store";
import { AppError } from "@/lib/errors/errors";

/** Our metadata for a SAML channel, also while it is off: the other side is set up first. Throws notFound. */
export async function channelMetadata(request: Request, channelId: string): Promise<Response> {
  const channel = await findOpenChannel(db(), channelId);
  if (channel?.kind !== "saml") throw new AppError("notFound");
  return new Response(serviceMetadata(channel, channelUrl(request, channel.id, "callback")), {
    headers: { "content-type": "application/samlmetadata+xml; charset=utf-8" },
  });
}
