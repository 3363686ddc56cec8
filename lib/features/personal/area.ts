import { defineArea } from "@/lib/areas/define";

export const PERSONAL = defineArea({
  errors: {
    lastWayIn: 409,
    profileManaged: 422,
    pictureType: 422,
    pictureEdge: 422,
    memoriesLimit: 422,
  },
});
