export default { compress: process.env.NEXT_COMPRESS !== "0", poweredByHeader: false };
