"""The addresses of all views, with data of each person."""

# The made-up data of fourteen days, with rings, routes and electrocardiograms.
ALEX = {
    "overview": "/",
    "day": "/metric/heartRate?range=D&date=2026-02-28",
    "week": "/metric/stepCount?range=W",
    "comparison": "/metric/stepCount?range=W&compare=before",
    "samples": "/metric/bodyMass?show=data&range=M",
    "night": "/sleep?range=D&date=2026-02-28",
    "nights": "/sleep?range=M",
    "workouts": "/workouts",
    "import": "/data",
    "devices": "/data?section=sources",
    "phone": "/data?section=connect",
    "ecg": "/data?section=ecg",
    "settings": "/data?section=settings",
    "access": "/access",
}
# The export of a real person of 2014 to 2017.
BEN = {
    "overview": "/",
    "week": "/metric/stepCount?range=W&date=2017-10-20",
    "all": "/metric/heartRate?range=All",
    "weight": "/metric/bodyMass?range=All",
    "nights": "/sleep?range=6M&date=2017-11-01",
    "workouts": "/workouts",
}
# Ten made-up years.
CLEO = {
    "overview": "/",
    "day": "/metric/stepCount?range=D&date=2020-06-10",
    "week": "/metric/stepCount?range=W",
    "month": "/metric/stepCount?range=M",
    "half-year": "/metric/restingHeartRate?range=6M",
    "year": "/metric/restingHeartRate?range=Y",
    "all": "/metric/stepCount?range=All",
    "nights": "/sleep?range=Y",
    "workouts": "/workouts",
}
