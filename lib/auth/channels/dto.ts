import { z } from "zod";
import { CHANNEL_KINDS } from "@/lib/config/channel-kinds";

/** A channel by its names in both languages. */
export const channelRefDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(CHANNEL_KINDS),
  nameZh: z.string(),
  nameEn: z.string(),
});
export type ChannelRef = z.infer<typeof channelRefDto>;
