int placeholder_ts;
