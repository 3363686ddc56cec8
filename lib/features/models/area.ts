import { defineArea } from "@/lib/areas/define";

export const MODELS = defineArea({
  codes: {
    CONFIG_MODELS: { code: "SYSTEM:CONFIG:MODELS", number: 28 },
  },
  places: {
    modelDefaults: { href: "/system/system-manage/model-access?open=defaults" },
    addModel: { href: "/system/system-manage/model-access?open=add", begins: true },
  },
});
