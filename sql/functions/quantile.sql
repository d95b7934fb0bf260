create function health_code.quantile(sorted double precision[], fraction double precision)
returns double precision
language sql immutable parallel safe
return
    sorted[floor(fraction * (cardinality(sorted) - 1))::integer + 1]
    + (fraction * (cardinality(sorted) - 1) - floor(fraction * (cardinality(sorted) - 1)))
    * (sorted[ceil(fraction * (cardinality(sorted) - 1))::integer + 1]
        - sorted[floor(fraction * (cardinality(sorted) - 1))::integer + 1]);

comment on function health_code.quantile(double precision[], double precision) is
    'Returns what percentile_cont(fraction) returns for the elements of an array, which ascend. Null if there are none.';
