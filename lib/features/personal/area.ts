import { defineArea } from "@/lib/areas/define";

export const PERSONAL = defineArea({
  codes: {
    USER: { code: "USER", number: 0, atFirst: ["staff", "visitor"] },
  },
  errors: {
    lastWayIn: 409,
    profileManaged: 422,
    pictureType: 422,
    pictureEdge: 422,
    memoriesLimit: 422,
  },
  places: {
    ownProfile: { href: "/user/info#profile" },
    ownPreferences: { href: "/user/info#preferences" },
    ownPassword: { href: "/user/info#security" },
    ownFactor: { href: "/user/info#security" },
    ownDevices: { href: "/user/info#devices" },
    ownMemory: { href: "/user/info#memory", inChat: true },
    ownKeys: { href: "/user/info#keys" },
    ownData: { href: "/user/info#data" },
  },
});
