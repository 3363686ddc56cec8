import { defineArea } from "@/lib/areas/define";

export const GATEWAY = defineArea({
  apps: { REPLAY: "replay" },
  codes: {
    GATEWAY: { code: "SYSTEM:GATEWAY", number: 34 },
  },
  errors: {
    logLevelAdministrators: 403,
    supplierKeyLimit: 409,
    lastKey: 422,
    lastChannel: 422,
    channelTaken: 409,
    channelsChanged: 409,
    priceOverlap: 409,
    pricePast: 422,
    budgetTaken: 409,
    currencyInUse: 409,
    contentNotKept: 422,
    replayImpossible: 422,
    gatewayImportUnreadable: 422,
  },
  places: {
    gatewayChannels: { href: "/system/gateway/model-supplier?tab=channels" },
    gatewayPrices: { href: "/system/gateway/model-supplier?tab=prices" },
    gatewayBudgets: { href: "/system/gateway/model-supplier?tab=budgets" },
    gatewayLog: { href: "/system/gateway/model-supplier?tab=log" },
  },
});
