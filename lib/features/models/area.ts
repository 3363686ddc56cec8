import { defineArea } from "@/lib/areas/define";

export const MODELS = defineArea({
  codes: {
    CONFIG_MODELS: { code: "SYSTEM:CONFIG:MODELS", number: 28 },
  },
});
