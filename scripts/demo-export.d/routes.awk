# Routes: loops in parks and forests of Berlin, and their GPX files.

function prepare_routes() {
    # Latitude and longitude of the middle; half of the width and of the height in m; lowest point and
    # height of the hills in m
    loop("Running", 52.5139, 13.3513, 880, 330, 33, 6)
    loop("Cycling", 52.4805, 13.2330, 1500, 2900, 38, 48)
    loop("Hiking", 52.4150, 13.6370, 2100, 900, 36, 74)
}

function loop(name, latitude, longitude, width, height, lowest, hills) {
    route_latitudes[name] = latitude
    route_longitudes[name] = longitude
    route_widths[name] = width
    route_heights[name] = height
    route_lowest[name] = lowest
    route_hills[name] = hills
}

# Sets where the person is at an angle of the loop: metres east and north of the middle, and altitude.
function locate(angle,    shape) {
    shape = 1 + 0.16 * cos(2 * angle + 1) + 0.07 * sin(5 * angle) + 0.03 * sin(9 * angle + 2)
    east = route_widths[workout_kind] * shape * cos(angle)
    north = route_heights[workout_kind] * shape * sin(angle)
    altitude = route_lowest[workout_kind] + route_hills[workout_kind] \
        * (0.5 + 0.35 * sin(2 * angle + 0.6) + 0.15 * sin(7 * angle))
}

# Old days have a file for one workout in four.
function begin_route(day,    text, clock, half) {
    loop_angle = 0.4 + between(-0.03, 0.03)
    drift_east = drift_north = slope = 0
    locate(loop_angle)
    last_altitude = altitude
    route_file = ""
    if (!dense && int(day / 7) % 4 != 0) return
    text = stamp(workout_end + summer(workout_end) * hour)
    half = substr(text, 12, 2) < 12 ? "am" : "pm"
    clock = (substr(text, 12, 2) + 11) % 12 + 1
    route_file = "route_" substr(text, 1, 10) "_" clock "." substr(text, 15, 2) half ".gpx"
    clock = clock ":" substr(text, 15, 2) half
    route_path = "workout-routes/" route_file
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" > route_path
    print "<gpx version=\"1.1\" creator=\"Apple Health Export\" xmlns=\"http://www.topografix.com/GPX/1/1\"" \
        " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"" \
        "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd\">" > route_path
    print "  <metadata>\n    <time>" universal(lesser(last_day * day_seconds + 23 * hour, present)) "</time>\n" \
        "  </metadata>\n  <trk>\n    <name>Route " substr(text, 1, 10) " " \
        clock "</name>\n    <trkseg>" > route_path
}

# Returns a time in UTC as GPX files have it.
function universal(time) {
    time = int(time - hour)
    return date_text(int(time / day_seconds)) sprintf("T%02d:%02d:%02dZ", \
        int(time / hour) % 24, int(time / 60) % 60, time % 60)
}

# Goes on along the loop and writes the point.
function go_on(time, pace, moved,    last_east, last_north, course, metres) {
    if (moved == 0) return
    locate(loop_angle)
    last_east = east
    last_north = north
    locate(loop_angle + 0.002)
    metres = sqrt((east - last_east) * (east - last_east) + (north - last_north) * (north - last_north))
    course = atan2(east - last_east, north - last_north) * 180 / pi
    if (course < 0) course += 360
    loop_angle += 0.002 * moved / metres
    locate(loop_angle)
    if (altitude > last_altitude) climbed += altitude - last_altitude
    slope = (altitude - last_altitude) / moved
    last_altitude = altitude
    if (route_file == "") return
    # The error of a position changes slowly.
    drift_east = 0.9 * drift_east + between(-0.8, 0.8)
    drift_north = 0.9 * drift_north + between(-0.8, 0.8)
    printf "      <trkpt lon=\"%.6f\" lat=\"%.6f\"><ele>%.6f</ele><time>%s</time><extensions><speed>%.6f</speed>" \
        "<course>%.6f</course><hAcc>%.6f</hAcc><vAcc>%.6f</vAcc></extensions></trkpt>\n", \
        route_longitudes[workout_kind] + (east + drift_east) / 67800, \
        route_latitudes[workout_kind] + (north + drift_north) / 111300, \
        altitude, universal(time), pace, course, between(1.5, 4), between(2, 5) > route_path
}

# Ends the file. Returns the element that refers to it.
function end_route() {
    if (route_file == "") return ""
    print "    </trkseg>\n  </trk>\n</gpx>" > route_path
    close(route_path)
    return "  <WorkoutRoute" watch times(workout_start, workout_end, workout_end + 30) ">\n   <FileReference path=\"/" \
        route_path "\"/>\n  </WorkoutRoute>\n"
}
