-- What health.sealed_spans returns.
create type health.sealed_spans as (
    spans health.readable_span[],
    seal bytea
);
