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
});
