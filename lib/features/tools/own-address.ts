import * as field from "@/lib/client/address";

/** The own tools that are open; none: new ones are begun. */
export const ownToolsAddress = field.addressCodec<{ id: string | null }>({ id: field.id("id") });
